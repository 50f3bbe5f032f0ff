import { z } from 'zod'
import type { Ids } from '../../dialect/ids'
import { missing, notUuid } from '../../http/deployed/refusals'
import type { CampaignRow, Campaigns } from '../../store/campaigns'
import type { SegmentRow, Segments } from '../../store/segments'

/** The segment that a path names. @throws ServiceFailure plain 404 */
export function segmentOf(id: string, ids: Ids, segments: Segments): SegmentRow {
  const seq = ids.decode('segment', id)
  const row = seq === null ? null : segments.get(seq)
  if (row) return row
  throw missing('Segment')
}

/** The campaign that a path names. @throws ServiceFailure 422 for what is no id at all, else plain 404 */
export function campaignOf(id: string, ids: Ids, campaigns: Campaigns): CampaignRow {
  if (!z.guid().safeParse(id).success) throw notUuid('id')
  const seq = ids.decode('campaign', id)
  const row = seq === null ? null : campaigns.get(seq)
  if (row) return row
  throw missing('Campaign')
}
