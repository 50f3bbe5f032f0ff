import { filterUnits } from '../../src-shared/interface/filter-values'
import { z } from 'zod'
import { lazyLooseObject } from '../../src-shared/lazily'
import { fromDeployed, isMailActivity } from '../../src-shared/interface/deployed-conditions'
import { filterOperators } from '../../src-shared/interface/filter'

/**
 * What deployed services refuse of a condition (deployed.md section 6, "Grammar"), in words, the first fault of it; null
 * where there is none. What names segments is looked up elsewhere.
 */
export function conditionFault(value: unknown): string | null {
  const read = conditionShape.safeParse(value)
  if (!read.success) return 'A condition must be an object with logic and groups'
  const { logic, groups } = read.data
  if (logic !== 'AND' && logic !== 'OR') return 'The logic of a condition must be AND or OR'
  if (!Array.isArray(groups) || groups.length === 0) return 'A condition must have at least one group'
  return firstFault(groups, groupFault)
}

/** A condition that is without fault, as text in the form in which the database keeps conditions. */
export function keptText(condition: unknown): string {
  return JSON.stringify(fromDeployed(condition))
}

const conditionShape = lazyLooseObject(() => ({
  logic: z.unknown().optional(),
  groups: z.unknown().optional(),
}))
const groupShape = lazyLooseObject(() => ({
  filters: z.array(z.unknown()).optional(),
  conditions: z.unknown().optional(),
}))
const filterShape = lazyLooseObject(() => ({
  field: z.string(),
  operator: z.string(),
  value: z.unknown().optional(),
  unit: z.unknown().optional(),
}))

function firstFault(values: readonly unknown[], faultOf: (value: unknown) => string | null): string | null {
  for (const value of values) {
    const fault = faultOf(value)
    if (fault !== null) return fault
  }
  return null
}

function groupFault(value: unknown): string | null {
  const read = groupShape.safeParse(value)
  if (!read.success) return 'A group must be an object, and its filters a list'
  const { filters = [], conditions } = read.data
  const nested = conditions !== undefined && conditions !== null
  if (filters.length === 0 && !nested) return 'A group must have at least one filter or nested conditions'
  return firstFault(filters, filterFault) ?? (nested ? conditionFault(conditions) : null)
}

function filterFault(given: unknown): string | null {
  const read = filterShape.safeParse(given)
  if (!read.success) return 'A filter must have a field and an operator'
  const { field, operator, value, unit } = read.data
  const operators = operatorsOf(field)
  if (!operators) return `Unknown filter field: ${field}`
  if (!operators.includes(operator)) return `The operator ${operator} is not supported for ${field}`
  const missing = value === undefined || value === null
  if (missing && !withoutValue.includes(operator)) return `The operator ${operator} requires a value`
  if (withUnit.includes(operator)) {
    if (typeof value !== 'number') return `The operator ${operator} requires a number`
    return filterUnits.some((known) => known === unit)
      ? null
      : `The operator ${operator} requires a unit: days, hours or minutes`
  }
  if (missing) return null
  return valueFault(field, value)
}

function valueFault(field: string, value: unknown): string | null {
  if (typeof value === 'object') return `${field} is compared with a text, a number or a boolean`
  if (field === 'email' && typeof value !== 'string') return 'email is compared with a text'
  const isTime = field === 'createdAt' || field === 'updatedAt'
  if (isTime && (typeof value !== 'string' || Number.isNaN(Date.parse(value)))) {
    return `${field} is compared with a date`
  }
  return null
}

const { equality, text, order, presence, age, event, eventAge, membership } = filterOperators
const withoutValue: readonly string[] = [...presence, ...event, ...membership]
const withUnit: readonly string[] = [...age, ...eventAge]
const events = [...event, ...eventAge]

/** The operators of a field; null where there is no such field. */
function operatorsOf(field: string): readonly string[] | null {
  if (field === 'email') return [...equality, ...text]
  if (field === 'subscribed') return equality
  if (field === 'createdAt' || field === 'updatedAt') return [...equality, ...order, ...age]
  const [, subject, name = ''] = /^(data|event|email|segment)\.(.+)$/s.exec(field) ?? []
  if (subject === 'data') return [...equality, ...text, ...order, ...presence, ...age]
  if (subject === 'event') return events
  if (subject === 'segment') return membership
  return subject === 'email' && isMailActivity(name) ? events : null
}
