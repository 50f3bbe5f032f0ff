import { z } from 'zod'
import type { Ids } from '../../dialect/ids'
import { missing, notUuid } from '../../http/deployed/refusals'
import type { CampaignRow, Campaigns } from '../../store/campaigns'

const records = {
  campaign: 'Campaign',
  contact: 'Contact',
  domain: 'Domain',
  segment: 'Segment',
  template: 'Template',
  workflow: 'Workflow',
}

/** The row of `rows` that an id stands for. @throws ServiceFailure plain 404 */
export async function rowOf<Row>(
  kind: keyof typeof records,
  id: string,
  ids: Ids,
  rows: { get(seq: number): Promise<Row | null> },
): Promise<Row> {
  const seq = ids.decode(kind, id)
  const row = seq === null ? null : await rows.get(seq)
  if (row) return row
  throw missing(records[kind])
}

/** The campaign that a path names. @throws ServiceFailure 422 for what is no id at all, else plain 404 */
export async function campaignOf(id: string, ids: Ids, campaigns: Campaigns): Promise<CampaignRow> {
  if (!z.guid().safeParse(id).success) throw notUuid('id')
  return rowOf('campaign', id, ids, campaigns)
}
