import type { SegmentRow } from '../store/segments'
import type { Ids } from './ids'

/** A segment as JSON text (wire.md, "Records"); what it does not have is left out, its condition is as it was sent. */
export function segmentJson(row: SegmentRow, memberCount: number, ids: Ids): string {
  const { seq, name, description, type, condition, trackMembership, createdAt, updatedAt } = row
  const before = { id: ids.encode('segment', seq), name, description: description ?? undefined, type }
  const after = {
    trackMembership,
    memberCount,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
  const between = condition === null ? '' : `"condition":${condition},`
  return `${JSON.stringify(before).slice(0, -1)},${between}${JSON.stringify(after).slice(1)}`
}
