import { kindOf, type FilterCondition } from '../../src-shared/interface/filter'
import { toDeployed } from '../../src-shared/interface/deployed-conditions'
import { keptConditionSchema } from '../audience/kept-condition'
import { segmentNumber } from '../audience/segment-graph'
import type { SegmentRow } from '../store/segments'
import { projectId, recordText, stored, timeOf } from './deployed-record'
import type { Ids } from './ids'

/** A condition that is kept, as JSON text in the deployed grammar (deployed.md section 6); null stays null. */
export function shownCondition(stored: string | null, ids: Ids): string | null {
  if (stored === null) return null
  return JSON.stringify(toDeployed(withIds(keptConditionSchema.parse(JSON.parse(stored)), ids)))
}

/** The segments that it names under the ids that they have here, whatever dialect it was written in. */
function withIds({ logic, groups }: FilterCondition, ids: Ids): FilterCondition {
  return {
    logic,
    groups: groups.map(({ filters, conditions }) => ({
      filters: filters.map((filter) => {
        const isMembership = kindOf(filter.operator) === 'membership'
        const seq = isMembership ? segmentNumber(String(filter.value)) : null
        return seq === null ? filter : { ...filter, value: ids.encode('segment', seq) }
      }),
      ...(conditions && { conditions: withIds(conditions, ids) }),
    })),
  }
}

/** A segment as JSON text (deployed.md section 6). */
export function deployedSegment(
  row: SegmentRow,
  memberCount: number,
  ids: Ids,
  more: Record<string, unknown> = {},
): string {
  return recordText({
    id: ids.encode('segment', row.seq),
    name: row.name,
    description: row.description,
    type: row.type,
    condition: stored(shownCondition(row.condition, ids)),
    trackMembership: row.trackMembership,
    memberCount,
    projectId: projectId(ids),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    ...more,
  })
}
