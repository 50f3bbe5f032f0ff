import { z } from 'zod'

/** The filter grammar of segments and campaign audiences (wire.md, "Segment"). */

/** Units of a span of time. */
export const filterUnits = ['days', 'hours', 'minutes'] as const
/** A unit of a span of time. */
export type FilterUnit = (typeof filterUnits)[number]

/** The operators, by what they are asked of and what they take. */
export const filterOperators = {
  /** Of a field, with a text, number or boolean. */
  equality: ['equals', 'notEquals'],
  /** Of a field, with a text. */
  text: ['contains', 'notContains'],
  /** Of a field, with a number, or a text that is a date. */
  order: ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'],
  /** Of a field, with nothing. */
  presence: ['exists', 'notExists'],
  /** Of a field that holds a date, with a span: `value` and `unit`. */
  age: ['within', 'olderThan'],
  /** Of an event, named in `field`, with nothing. */
  event: ['triggered', 'notTriggered'],
  /** Of an event, named in `field`, with a span. */
  eventAge: ['triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'],
  /** Of a segment, whose id is `value`. */
  membership: ['memberOfSegment', 'notMemberOfSegment'],
} as const
/** What an operator is asked of and takes. */
export type FilterOperatorKind = keyof typeof filterOperators
/** An operator of the grammar. */
export type FilterOperator = (typeof filterOperators)[FilterOperatorKind][number]

/** One filter. `field` is `email`, `subscribed`, `createdAt`, `data.<key>`, or an event's name. */
export interface Filter {
  field: string
  operator: FilterOperator
  value?: string | number | boolean
  unit?: FilterUnit
}

/** Filters that must all hold, and a condition nested among them. */
export interface FilterGroup {
  filters: Filter[]
  conditions?: FilterCondition
}

/** Groups, joined by `logic`. */
export interface FilterCondition {
  logic: 'AND' | 'OR'
  groups: FilterGroup[]
}

/** How much one condition may hold: enough for any list a person makes, little enough for any query to end. */
export const filterLimits = { depth: 8, filters: 200 } as const

const kinds = Object.keys(filterOperators) as FilterOperatorKind[]
const kindByOperator = new Map<string, FilterOperatorKind>(
  kinds.flatMap((kind) => filterOperators[kind].map((operator) => [operator, kind] as const)),
)

/** What an operator is asked of and takes. */
export function kindOf(operator: FilterOperator): FilterOperatorKind {
  const kind = kindByOperator.get(operator)
  if (!kind) throw new Error(`There is no operator ${operator}.`)
  return kind
}

const operatorSchema = z.enum(kinds.flatMap((kind): FilterOperator[] => [...filterOperators[kind]]))

const filterSchema: z.ZodType<Filter> = z
  .object({
    field: z.string().min(1).max(256),
    operator: operatorSchema,
    value: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
    unit: z.enum(filterUnits).optional(),
  })
  .superRefine((filter, context) => {
    const fault = faultOf(filter)
    if (fault) context.addIssue({ code: 'custom', ...fault })
  })

const groupSchema: z.ZodType<FilterGroup> = z.lazy(() =>
  z.object({ filters: z.array(filterSchema), conditions: conditionShape.optional() }),
)
const conditionShape: z.ZodType<FilterCondition> = z.lazy(() =>
  z.object({ logic: z.enum(['AND', 'OR']), groups: z.array(groupSchema).min(1) }),
)

/** A condition, checked: every operator gets what it takes, and the whole stays within {@link filterLimits}. */
export const filterConditionSchema: z.ZodType<FilterCondition> = conditionShape.superRefine(
  (condition, context) => {
    const { depth, filters } = sizeOf(condition)
    if (depth > filterLimits.depth) {
      context.addIssue({ code: 'custom', message: `Nests more than ${filterLimits.depth} deep.` })
    }
    if (filters > filterLimits.filters) {
      context.addIssue({ code: 'custom', message: `Has more than ${filterLimits.filters} filters.` })
    }
  },
)

const fieldPattern = /^(email|subscribed|createdAt|data\..+)$/s

function faultOf({ field, operator, value, unit }: Filter): { path: string[]; message: string } | null {
  const kind = kindOf(operator)
  const ofEvent = kind === 'event' || kind === 'eventAge'
  if (!ofEvent && kind !== 'membership' && !fieldPattern.test(field)) {
    return { path: ['field'], message: 'Must be email, subscribed, createdAt or data.<key>.' }
  }
  if (kind === 'presence' || kind === 'event') return null
  if (value === undefined) return { path: ['value'], message: `${operator} takes a value.` }
  if (kind === 'text' && typeof value !== 'string') return { path: ['value'], message: 'Must be a text.' }
  if (kind === 'membership' && typeof value !== 'string') {
    return { path: ['value'], message: 'Must be the id of a segment.' }
  }
  if (kind === 'order' && typeof value === 'boolean') {
    return { path: ['value'], message: 'Must be a number or a date.' }
  }
  if (kind === 'age' || kind === 'eventAge') {
    if (typeof value !== 'number' || value < 0)
      return { path: ['value'], message: 'Must be a number from 0.' }
    if (unit === undefined) return { path: ['unit'], message: `${operator} takes a unit.` }
  }
  return null
}

function sizeOf({ groups }: FilterCondition): { depth: number; filters: number } {
  let depth = 1
  let filters = 0
  for (const group of groups) {
    filters += group.filters.length
    if (!group.conditions) continue
    const inner = sizeOf(group.conditions)
    depth = Math.max(depth, inner.depth + 1)
    filters += inner.filters
  }
  return { depth, filters }
}
