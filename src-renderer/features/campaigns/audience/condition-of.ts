import type { Audience } from '../../../../src-shared/bridge/review'
import type { FilterCondition } from '../../../../src-shared/interface/filter'

const one = (filter: FilterCondition['groups'][number]['filters'][number]): FilterCondition => ({
  logic: 'AND',
  groups: [{ filters: [filter] }],
})

/** The condition that holds for whom an audience means. Everyone has an address. */
export function conditionOf(audience: Audience): FilterCondition {
  if (audience.kind === 'condition') return audience.condition
  return audience.kind === 'all'
    ? one({ field: 'email', operator: 'exists' })
    : one({ field: 'segment', operator: 'memberOfSegment', value: audience.id })
}
