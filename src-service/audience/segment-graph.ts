import { countFilters, type FilterCondition, kindOf } from '../../src-shared/interface/filter'
import { prefixedIds, uuidIds } from '../dialect/ids'
import type { FieldFault } from '../http/failure'
import type { SegmentRow } from '../store/segments'
import { keptConditionSchema } from './kept-condition'

/**
 * How many filters a condition may come to with those of the segments it names, and those of the segments they name: a
 * few segments that name each other many times would else make a question that never ends.
 */
const expandedMax = 500

/**
 * The number a segment's id stands for, whether it is there or not. Conditions keep ids as they were sent, so those of
 * either form are understood, whichever dialect the service speaks now.
 */
export function segmentNumber(id: string): number | null {
  return prefixedIds.decode('segment', id) ?? uuidIds.decode('segment', id)
}

interface SegmentReference {
  id: string
  /** As `errors` of a refusal has it: `groups.0.filters.1.value`. */
  path: string
}

/** The condition that a row keeps as JSON text; null of a STATIC one. */
export function conditionOf({ condition }: Pick<SegmentRow, 'condition'>): FilterCondition | null {
  return condition === null ? null : keptConditionSchema.parse(JSON.parse(condition))
}

/** The segments that a condition names, in order. */
export function referencesIn({ groups }: FilterCondition, path = ''): SegmentReference[] {
  return groups.flatMap(({ filters, conditions }, group) => {
    const here = `${path}groups.${group}.`
    const named = filters.flatMap(({ operator, value }, filter) =>
      kindOf(operator) === 'membership' && typeof value === 'string'
        ? [{ id: value, path: `${here}filters.${filter}.value` }]
        : [],
    )
    return conditions ? [...named, ...referencesIn(conditions, `${here}conditions.`)] : named
  })
}

/** Which segments ask for the members of which. */
type SegmentGraph = ReturnType<typeof segmentGraph>

/** The graph of these segments. */
export function segmentGraph(rows: readonly SegmentRow[]) {
  const conditions = new Map(rows.map((row) => [row.seq, conditionOf(row)]))
  const named = (condition: FilterCondition): number[] =>
    referencesIn(condition).flatMap(({ id }) => segmentNumber(id) ?? [])

  function reach(condition: FilterCondition): Set<number> {
    const reached = new Set<number>()
    const left = named(condition)
    for (let seq = left.pop(); seq !== undefined; seq = left.pop()) {
      if (reached.has(seq)) continue
      reached.add(seq)
      const next = conditions.get(seq)
      if (next) left.push(...named(next))
    }
    return reached
  }

  const sizes = new Map<number, number>()
  function sizeOf(seq: number): number {
    const known = sizes.get(seq)
    if (known !== undefined) return known
    // Until it is known: whoever comes back here meanwhile has gone in a circle.
    sizes.set(seq, Number.POSITIVE_INFINITY)
    const condition = conditions.get(seq)
    const size = condition ? expanded(condition) : 0
    sizes.set(seq, size)
    return size
  }
  function expanded(condition: FilterCondition): number {
    return named(condition).reduce((size, seq) => size + sizeOf(seq), countFilters(condition))
  }

  return {
    has: (segment: number) => conditions.has(segment),
    /** All that a condition asks for, directly or through others. */
    reach,
    /** How many filters a condition comes to; `Infinity` where it leads back to itself. */
    expanded,
    /** Whether a segment's condition comes to more than {@link expandedMax}. */
    isTooLarge: (segment: number) => sizeOf(segment) > expandedMax,
    /** The segments whose condition asks for this one, directly or through others. */
    dependents: (segment: number) =>
      [...conditions].flatMap(([seq, condition]) =>
        condition && reach(condition).has(segment) ? [seq] : [],
      ),
    /** Whether who is a member changes as time passes. */
    isTimed(segment: number): boolean {
      const condition = conditions.get(segment)
      if (!condition) return false
      return [segment, ...reach(condition)].some((seq) => asksForSpan(conditions.get(seq) ?? null))
    },
  }
}

function asksForSpan(condition: FilterCondition | null): boolean {
  if (!condition) return false
  return condition.groups.some(
    ({ filters, conditions }) =>
      filters.some(({ operator }) => ['age', 'eventAge'].includes(kindOf(operator))) ||
      asksForSpan(conditions ?? null),
  )
}

/**
 * What keeps a condition from being that of a segment, `self`, or of something else where that is null. Fields are told
 * from `at`: `condition`.
 */
export function referenceFaults(
  condition: FilterCondition,
  self: number | null,
  graph: SegmentGraph,
  at: string,
): FieldFault[] {
  const faults = referencesIn(condition).flatMap(({ id, path }): FieldFault[] => {
    const seq = segmentNumber(id)
    if (seq !== null && graph.has(seq)) return []
    return [{ field: `${at}.${path}`, message: 'There is no segment with this id.', code: 'custom' }]
  })
  if (faults.length > 0) return faults
  const whole = (message: string): FieldFault[] => [{ field: at, message, code: 'custom' }]
  if (self !== null && graph.reach(condition).has(self)) return whole('Leads back to this segment.')
  if (graph.expanded(condition) <= expandedMax) return []
  return whole(`Comes to more than ${expandedMax} filters with those of the segments it names.`)
}
