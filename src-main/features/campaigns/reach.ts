import type { BulkReach } from '../../../src-shared/bridge/bulk'
import { contactQuerySchema, type ContactSelection } from '../../../src-shared/bridge/contacts'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { segmentSchema } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'
import { audienceOf, defined, mailOf, undeliverableSegments } from '../review'
import { gatherSegments, membersOf } from '../segments'

/** What else people are in, by the copy: segments that lose members when they go, and drafts that lose readers. */
export async function reachOf(selection: ContactSelection, cache: Cache): Promise<BulkReach> {
  const query = selection.kind === 'query' ? selection.query : contactQuerySchema.parse({ among: selection })
  const { selectionId } = await cache.contacts.freeze({ query })
  try {
    return { segments: await segmentsOf(selectionId, cache), drafts: await draftsOf(selectionId, cache) }
  } finally {
    await cache.contacts.releaseSelection(selectionId)
  }
}

async function segmentsOf(selectionId: string, cache: Cache): Promise<number> {
  let found = 0
  for (const record of await cache.catalogue.all('segments')) {
    const condition = membersOf(segmentSchema.parse(record).id)
    const { segments } = await gatherSegments(condition, cache)
    const { among } = await cache.audience.among({ selectionId, condition, segments, subscribedOnly: false })
    if (among > 0) found += 1
  }
  return found
}

async function draftsOf(selectionId: string, cache: Cache): Promise<BulkReach['drafts']> {
  const ours = await undeliverableSegments(cache)
  const drafts: BulkReach['drafts'] = []
  for (const record of await cache.catalogue.all('campaigns')) {
    const campaign = campaignSchema.parse(record)
    const { audience } = audienceOf(campaign)
    if (campaign.status !== 'DRAFT' || audience === null) continue
    const { definition } = await defined(audience, mailOf(campaign).type, { cache, ours })
    const { people, among } = await cache.audience.among({ selectionId, ...definition })
    if (among > 0) drafts.push({ id: campaign.id, name: campaign.name, people, without: people - among })
  }
  return drafts
}
