import { t } from '../messages/message'
import { type FilterUnit, filterUnits, momentOf, numberOf } from './filter-values'
import { z } from 'zod'
import { lazyLooseObject, lazySchema } from '../lazily'

/**
 * The filter grammar of segments and campaign audiences (wire.md, "Segment"), and what it means. Every evaluator must
 * pass the cases of tests/fixtures/filter-cases.ts.
 *
 * **Logic.** `logic` joins the groups. All filters of a group must hold, and its `conditions` with them. A group without
 * either holds for everyone; {@link filterConditionSchema} refuses it, since it is an audience that nobody meant.
 *
 * **What a field is.** `email` is a text, `subscribed` a boolean, `createdAt` and `updatedAt` the date texts that the
 * service sends; every contact has them. `data.<key>` is what is under that key: the key as a whole first, then, where there is nothing,
 * keys within each other (`data.address.city`; {@link pathsOf}). No key leads into a list. Null is nothing.
 *
 * **Its values.** A text, number or boolean is one value. A list has the values of its elements; a list or an object in
 * it is none. An object, and a field that is absent, have no value. A filter holds when it holds for *any* value;
 * `notEquals` and `notContains` hold when `equals` and `contains` do not: for no value, so for everyone without one too.
 *
 * **Two readings.** What is said here and at the operators is the `specified` reading. A service may read the same
 * condition otherwise ({@link FilterReading}), and the console then counts as it does. In the `deployed` reading values of
 * `data` are compared as JSON has them: 5 is not `"5"`, letters count in their case, texts are compared with texts and
 * numbers with numbers, a list or an object equals nothing. Every dot of a key walks into an object. What is absent or
 * null passes `notExists` alone, `notEquals` and `notContains` neither. A date that is asked for stands for the ISO texts
 * of its day. Of the contact's own fields, addresses are compared without regard to case; `equals` of a time is that day
 * in UTC, other comparisons begin at its midnight.
 *
 * **Types.** What is not of a type that the operator compares does not pass. Nothing is ever refused for what a contact
 * holds.
 */

/** How a service reads conditions: as it is specified here, or as deployed services do. */
export const filterReadings = ['specified', 'deployed'] as const
/** One of {@link filterReadings}. */
export type FilterReading = (typeof filterReadings)[number]

/** The operators, by what they are asked of and what they take. */
export const filterOperators = {
  /**
   * Of a field, with a text, number or boolean. Equal are
   * - texts without regard to case ({@link foldCase}; accents and spaces count), and date texts of the same moment;
   *   a filter's date alone is any moment of that day ({@link momentOf});
   * - numbers of the same value, also where one of the two, field or filter, is a text that writes a number
   *   ({@link numberOf}): 5 is `"5"` and `"5.0"`, not `"05"`; two texts are compared as texts, `"5"` is not `"5.0"`;
   * - booleans, also with the texts `true` and `false` in any case. 1 is not true.
   */
  equality: ['equals', 'notEquals'],
  /**
   * Of a field, with a text that occurs in a value, without regard to case. Numbers and booleans are looked at as JSON
   * writes them. The empty text occurs in every value.
   */
  text: ['contains', 'notContains'],
  /**
   * Of a field, with a number, or a text that writes a number or a date. Numbers are compared with numbers and texts that
   * write one; dates with date texts ({@link instantOf}): never one with the other, and texts have no order. A filter's
   * date alone is the whole day: greaterThan is after it, lessThan before it, the others include it.
   */
  order: ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'],
  /** Of a field, with nothing. Anything but null is there: an empty text, an empty list and an object too. */
  presence: ['exists', 'notExists'],
  /**
   * Of a field that holds a date text, with a span: `value` and `unit`. `within` 7 days: 7 days ago to the millisecond,
   * or later, the future too; `olderThan` is every other date. What is no date passes neither.
   */
  age: ['within', 'olderThan'],
  /** Of an event, named exactly in `field`, with nothing: whether the contact ever had it. */
  event: ['triggered', 'notTriggered'],
  /**
   * Of an event, named exactly in `field`, with a span: `triggeredWithin` when the last time was as long ago or later,
   * `triggeredOlderThan` when there was a last time, and before that; `notTriggeredWithin` is the opposite of
   * `triggeredWithin`, so it also holds for those who never had it.
   */
  eventAge: ['triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'],
  /**
   * Of a segment, whose public id is `value`; `field` says nothing (by custom `segment`). Of a dynamic segment everyone
   * whom its condition holds for now is a member. A segment that is not there has no members, nor has one that is
   * reached again while its own members are asked for; services refuse both when a condition is written.
   */
  membership: ['memberOfSegment', 'notMemberOfSegment'],
} as const
type FilterOperatorKind = keyof typeof filterOperators
/** An operator of the grammar. */
export type FilterOperator = (typeof filterOperators)[FilterOperatorKind][number]

/** One filter. `field` is `email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, or an event's name (1 to 256). */
export interface Filter {
  field: string
  operator: FilterOperator
  value?: string | number | boolean
  unit?: FilterUnit
}

/** Asks whether somebody is in a segment, by its public id. */
export function memberOf(segment: string): Filter {
  return { field: 'segment', operator: 'memberOfSegment', value: segment }
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

const filterSchema: z.ZodType<Filter> = lazySchema(() =>
  z
    .object({
      field: z.string().min(1).max(256),
      operator: operatorSchema,
      value: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
      unit: z.enum(filterUnits).optional(),
    })
    .superRefine((filter, context) => {
      const fault = faultOf(filter)
      if (fault) context.addIssue({ code: 'custom', ...fault })
    }),
)

const groupFault = () => t('service.filter.aGroupHasAt')

// As many schemas as levels, not one that holds itself: a hostile body nests deeper than the stack.
function conditionShape(depth: number): z.ZodType<FilterCondition> {
  const tooDeep = z.undefined({
    error: () => t('service.filter.nestsMoreThanDepth', { depth: filterLimits.depth }),
  })
  const group: z.ZodType<FilterGroup> = z
    .object({
      filters: z.array(filterSchema),
      conditions: depth < filterLimits.depth ? conditionShape(depth + 1).optional() : tooDeep.optional(),
    })
    .refine(({ filters, conditions }) => filters.length > 0 || conditions !== undefined, {
      error: groupFault,
    })
  return z.object({ logic: z.enum(['AND', 'OR']), groups: z.array(group).min(1) })
}

/** A condition, checked: every operator gets what it takes, and the whole stays within {@link filterLimits}. */
export const filterConditionSchema: z.ZodType<FilterCondition> = lazySchema(() =>
  z.preprocess((value, context) => {
    if (!isTooLarge(value)) return value
    context.addIssue({
      code: 'custom',
      message: t('service.filter.hasMoreThanFilters', { filters: filterLimits.filters }),
    })
    return z.NEVER
  }, conditionShape(1)),
)

const sizedShape = lazyLooseObject(() => ({
  groups: z.array(z.unknown()).catch([]),
  filters: z.array(z.unknown()).catch([]),
  conditions: z.unknown().optional(),
}))

/** Whether there are more filters than may be, or more groups than so many can make. Asked before anything is read. */
function isTooLarge(condition: unknown): boolean {
  let level = [condition]
  let filters = 0
  let groups = 0
  while (level.length > 0) {
    const parts = level.flatMap((part) => sizedShape.safeParse(part).data ?? [])
    for (const part of parts) {
      filters += part.filters.length
      groups += part.groups.length
      if (filters > filterLimits.filters || groups > filterLimits.filters * filterLimits.depth) return true
    }
    level = parts.flatMap((part) => [...part.groups, part.conditions])
  }
  return false
}

const fieldPattern = /^(email|subscribed|createdAt|updatedAt|data\..+)$/s

type Fault = { path: string[]; message: string } | null

function faultOf({ field, operator, value, unit }: Filter): Fault {
  const kind = kindOf(operator)
  const ofField = kind !== 'event' && kind !== 'eventAge' && kind !== 'membership'
  if (ofField && !fieldPattern.test(field)) {
    return { path: ['field'], message: t('service.filter.mustBeEmailSubscribed') }
  }
  if (kind === 'presence' || kind === 'event') return null
  if (value === undefined)
    return { path: ['value'], message: t('service.filter.operatorTakesAValue', { operator }) }
  if (kind === 'age' || kind === 'eventAge') {
    const number = typeof value === 'number' && value >= 0
    if (!number) return { path: ['value'], message: t('service.filter.mustBeANumber') }
    if (unit === undefined)
      return { path: ['unit'], message: t('service.filter.operatorTakesAUnit', { operator }) }
  }
  if (kind === 'membership' && typeof value !== 'string') {
    return { path: ['value'], message: t('service.filter.mustBeTheId') }
  }
  if (kind === 'text' && typeof value !== 'string')
    return { path: ['value'], message: t('service.filter.mustBeAText') }
  return ofField ? mismatchOf(kind, field, operator, value) : null
}

/** What can never hold, whatever a contact has: refused, so that nobody waits for the members of such a segment. */
function mismatchOf(
  kind: FilterOperatorKind,
  field: string,
  operator: FilterOperator,
  value: string | number | boolean,
): Fault {
  if ((kind === 'order' || kind === 'age') && (field === 'email' || field === 'subscribed')) {
    return {
      path: ['operator'],
      message: t('service.filter.fieldTakesNoOperator', { field, operator }),
    }
  }
  const date = typeof value === 'string' && momentOf(value) !== null
  if (kind === 'equality' || kind === 'order') {
    if ((field === 'createdAt' || field === 'updatedAt') && !date)
      return { path: ['value'], message: t('service.filter.mustBeADate') }
    if (field === 'email' && typeof value !== 'string')
      return { path: ['value'], message: t('service.filter.mustBeAText') }
    if (field === 'subscribed' && !/^(true|false)$/i.test(String(value))) {
      return { path: ['value'], message: t('service.filter.mustBeTrueOr') }
    }
  }
  if (kind !== 'order' || typeof value === 'number') return null
  const comparable = date || (typeof value === 'string' && numberOf(value) !== null)
  return comparable ? null : { path: ['value'], message: t('service.filter.mustBeANumber2') }
}

/** How many filters a condition has, on all its levels. */
export function countFilters({ groups }: FilterCondition): number {
  return groups.reduce(
    (count, { filters, conditions }) => count + filters.length + (conditions ? countFilters(conditions) : 0),
    0,
  )
}
