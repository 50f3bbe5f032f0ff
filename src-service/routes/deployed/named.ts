import type { Ids } from '../../dialect/ids'
import { missing } from '../../http/deployed/refusals'
import type { SegmentRow, Segments } from '../../store/segments'

/** The segment that a path names. @throws ServiceFailure plain 404 */
export function segmentOf(id: string, ids: Ids, segments: Segments): SegmentRow {
  const seq = ids.decode('segment', id)
  const row = seq === null ? null : segments.get(seq)
  if (row) return row
  throw missing('Segment')
}
