import type { Audience } from '../../../src-shared/bridge/review'
import { type Filter, type FilterCondition, type FilterGroup } from '../../../src-shared/interface/filter'

interface Parted {
  /** As it was before they were. */
  audience: Audience
  /** The ids of those of ours that it leaves out, each once. */
  leftOut: string[]
}

/** The condition that holds for those of an audience who are not in a segment. {@link parted} takes it apart again. */
export function without(audience: Audience, segmentId: string): FilterCondition {
  const outside: Filter = { field: 'segment', operator: 'notMemberOfSegment', value: segmentId }
  switch (audience.kind) {
    case 'all':
      return { logic: 'AND', groups: [{ filters: [outside] }] }
    case 'segment': {
      const inside: Filter = { field: 'segment', operator: 'memberOfSegment', value: audience.id }
      return { logic: 'AND', groups: [{ filters: [inside, outside] }] }
    }
    case 'condition': {
      const { condition } = audience
      // Beside the groups where all of them must hold: conditions may nest only so deep.
      return condition.logic === 'AND'
        ? { logic: 'AND', groups: [...condition.groups, { filters: [outside] }] }
        : { logic: 'AND', groups: [{ filters: [outside], conditions: condition }] }
    }
  }
}

/**
 * Takes an audience apart: what it was, and which of `ours` it leaves out. Only what must hold for everybody leaves a
 * segment out: within an OR it is a part of what the audience is.
 */
export function parted(audience: Audience, ours: ReadonlySet<string>): Parted {
  if (audience.kind !== 'condition') return { audience, leftOut: [] }
  const { logic, groups } = audience.condition
  if (logic === 'OR' && groups.length > 1) return { audience, leftOut: [] }
  const leftOut = new Set<string>()
  const stays = ({ operator, value }: Filter): boolean => {
    if (operator !== 'notMemberOfSegment' || typeof value !== 'string' || !ours.has(value)) return true
    leftOut.add(value)
    return false
  }
  const remaining = groups.flatMap((group) => {
    const filters = group.filters.filter(stays)
    if (filters.length === 0 && group.conditions === undefined) return []
    return [{ group: { ...group, filters }, had: filters.length < group.filters.length }]
  })
  if (leftOut.size === 0) return { audience, leftOut: [] }
  const [only] = remaining
  if (only === undefined) return { audience: { kind: 'all' }, leftOut: [...leftOut] }
  const rest =
    remaining.length === 1 && only.had
      ? lone(only.group)
      : condition({ logic, groups: remaining.map(({ group }) => group) })
  return { audience: rest, leftOut: [...leftOut] }
}

/** A group that stood beside what was taken out of it: it is a condition, or a segment, of its own. */
function lone(group: FilterGroup): Audience {
  const { filters, conditions } = group
  const [only] = filters
  if (conditions !== undefined && only === undefined) return condition(conditions)
  if (conditions === undefined && filters.length === 1 && only?.operator === 'memberOfSegment') {
    return { kind: 'segment', id: String(only.value) }
  }
  return condition({ logic: 'AND', groups: [group] })
}

const condition = (of: FilterCondition): Audience => ({ kind: 'condition', condition: of })
