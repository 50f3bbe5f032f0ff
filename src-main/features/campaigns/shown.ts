import { t } from '../../../src-shared/messages/message'
import type { CampaignDetail, CampaignRow } from '../../../src-shared/bridge/campaigns'
import { funnelOf } from '../../../src-shared/campaign-rates'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { instantOf } from '../../../src-shared/instants'
import type { Cache } from '../../cache/store'
import { parted, audienceOf, mailOf, undeliverableSegments } from '../review'

/** What audiences are named by: the names of segments, as far as the copy knows them, and which hold the undeliverable. */
export interface SegmentNames {
  names: ReadonlyMap<string, string>
  undeliverable: ReadonlySet<string>
}

/** Reads the names of all segments from the copy. */
export async function segmentNames(cache: Pick<Cache, 'catalogue' | 'reviews'>): Promise<SegmentNames> {
  const all = (await cache.catalogue.all('segments')).map((record) => segmentSchema.parse(record))
  return {
    names: new Map(all.map(({ id, name }) => [id, name])),
    undeliverable: await undeliverableSegments(cache),
  }
}

/** A campaign as its list shows it. */
export function rowOf(campaign: Campaign, segments: SegmentNames): CampaignRow {
  const { id, name, subject, type, status } = campaign
  return {
    ...funnelOf(campaign),
    id,
    name,
    subject,
    type,
    status,
    audienceName: audienceName(campaign, segments),
    scheduledFor: instantOf(campaign.scheduledFor),
    sentAt: instantOf(campaign.sentAt),
    createdAt: instantOf(campaign.createdAt),
    updatedAt: instantOf(campaign.updatedAt),
  }
}

/** A campaign whole. */
export function detailOf(campaign: Campaign, segments: SegmentNames): CampaignDetail {
  const read = audienceOf(campaign)
  return {
    ...rowOf(campaign, segments),
    description: campaign.description ?? '',
    mail: mailOf(campaign),
    audience: read.audience,
    audienceProblem: read.audience === null ? read.why : null,
    cancelReason: campaign.cancelReason ?? null,
    basis: campaign.updatedAt ?? null,
    raw: campaign,
  }
}

/** Who is left out as undeliverable makes no other audience of it. */
function audienceName(campaign: Campaign, { names, undeliverable }: SegmentNames): string {
  const read = audienceOf(campaign)
  if (read.audience === null) return t('campaigns.shown.anAudienceThatCannot')
  const { audience } = parted(read.audience, undeliverable)
  if (audience.kind === 'all') return t('words.everyone')
  if (audience.kind === 'condition') return t('words.aConditionOfItsOwn')
  const name = names.get(audience.id)
  return name === undefined ? t('campaigns.shown.aSegmentThatIs') : t('words.segmentName', { name })
}
