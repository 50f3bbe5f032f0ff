import type { FilterUnit } from '../../../../src-shared/interface/filter-values'
import {
  kindOf,
  type Filter,
  type FilterCondition,
  type FilterOperator,
} from '../../../../src-shared/interface/filter'
import { formatNumber } from '../../../format'
import { isDay, subjectOf, valueUse, type FilterSubject, type ValueType } from './filter-parts'

/** What a filter asks about, as it is chosen. */
export const subjectWords: Record<FilterSubject, string> = {
  data: 'Field of data',
  email: 'Address',
  subscribed: 'Subscribed',
  createdAt: 'Created',
  updatedAt: 'Changed',
  event: 'Event',
  segment: 'Segment',
}

/** How a value is entered, as it is chosen. */
export const typeWords: Record<ValueType, string> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  day: 'day',
}

/** How two values are compared, in words. */
export const comparisonWords = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'is more than',
  lessThan: 'is less than',
  greaterThanOrEqual: 'is at least',
  lessThanOrEqual: 'is at most',
} as const

const words: Record<FilterOperator, string> = {
  ...comparisonWords,
  exists: 'has a value',
  notExists: 'has no value',
  within: 'is in the last',
  olderThan: 'is longer ago than',
  triggered: 'ever happened',
  notTriggered: 'never happened',
  triggeredWithin: 'happened in the last',
  triggeredOlderThan: 'happened last longer ago than',
  notTriggeredWithin: 'did not happen in the last',
  memberOfSegment: 'is a member of',
  notMemberOfSegment: 'is no member of',
}

const dayWords: Partial<Record<FilterOperator, string>> = {
  greaterThan: 'is after',
  lessThan: 'is before',
  greaterThanOrEqual: 'is on or after',
  lessThanOrEqual: 'is on or before',
}

/** An operator in words; `type`: how its value is entered. */
export function operatorWords(operator: FilterOperator, type: ValueType): string {
  return (type === 'day' ? dayWords[operator] : undefined) ?? words[operator]
}

/** "30 days", "1 hour". */
function spanWords(value: number, unit: FilterUnit): string {
  return `${formatNumber(value)} ${value === 1 ? unit.slice(0, -1) : unit}`
}

/** A filter in words, by its parts: `field` is a name of the service's own where `mono` says so. */
interface ConditionParts {
  field: string
  mono: boolean
  operator: string
  /** null where the operator takes none. */
  value: string | null
}

/** The name of a segment by its id; null where nobody knows it. */
export type SegmentNames = (id: string) => string | null

/** A filter in words. */
export function filterWords(filter: Filter, segmentNames: SegmentNames): ConditionParts {
  const { field, operator } = filter
  const subject = subjectOf(field, operator)
  const value = valueWords(filter, segmentNames)
  const type = typeof filter.value === 'string' && isDated(filter.value) ? 'day' : 'text'
  const told = operatorWords(operator, kindOf(operator) === 'order' ? type : 'text')
  if (subject === 'segment') return { field: 'The contact', mono: false, operator: told, value }
  if (subject === 'data') return { field: field.slice('data.'.length), mono: true, operator: told, value }
  if (subject === 'event') return { field, mono: true, operator: told, value }
  return { field: subjectWords[subject], mono: false, operator: told, value }
}

/** A date, with or without a time: what comes after it is later, not more. */
function isDated(value: string): boolean {
  return isDay(value.slice(0, 10))
}

function valueWords({ operator, value, unit }: Filter, segmentNames: SegmentNames): string | null {
  const use = valueUse(operator)
  if (use === 'none' || value === undefined) return null
  if (use === 'segment') {
    const name = segmentNames(String(value))
    return name === null ? String(value) : `“${name}”`
  }
  if (use === 'span') return spanWords(Number(value), unit ?? 'days')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  return value === '' ? 'the empty text' : value
}

/** A condition in one sentence: "plan is pro and (opened never happened or Subscribed is no)". */
export function conditionWords({ logic, groups }: FilterCondition, segmentNames: SegmentNames): string {
  const parts = groups.map(({ filters, conditions }) => {
    const all = filters.map((filter) => {
      const { field, operator, value } = filterWords(filter, segmentNames)
      return [field, operator, ...(value === null ? [] : [value])].join(' ')
    })
    if (conditions) {
      const inner = conditionWords(conditions, segmentNames)
      all.push(conditions.groups.length > 1 ? `(${inner})` : inner)
    }
    const text = all.join(' and ')
    return logic === 'OR' && groups.length > 1 && all.length > 1 ? `(${text})` : text
  })
  return parts.join(logic === 'OR' ? ' or ' : ' and ')
}
