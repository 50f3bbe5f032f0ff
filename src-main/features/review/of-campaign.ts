import { t } from '../../../src-shared/messages/message'
import { campaignTypes, type Campaign } from '../../../src-shared/interface/campaign'
import { filterConditionSchema } from '../../../src-shared/interface/filter'
import type { Audience, Mail } from '../../../src-shared/bridge/review'

/** The mail of a campaign as the service holds it. A type that is not known counts as MARKETING, which asks the most. */
export function mailOf(campaign: Campaign): Mail {
  return {
    subject: campaign.subject,
    body: campaign.body,
    from: campaign.from,
    fromName: campaign.fromName ?? '',
    replyTo: campaign.replyTo ?? '',
    type: campaignTypes.find((type) => type === campaign.type) ?? 'MARKETING',
  }
}

/** A campaign's audience, or why it cannot be read: in words, for whoever must decide about it. */
export function audienceOf(campaign: Campaign): { audience: Audience } | { audience: null; why: string } {
  switch (campaign.audienceType) {
    case 'ALL':
      return { audience: { kind: 'all' } }
    case 'SEGMENT':
      return campaign.segmentId
        ? { audience: { kind: 'segment', id: campaign.segmentId } }
        : { audience: null, why: t('review.ofCampaign.itIsForA') }
    case 'FILTERED': {
      const read = filterConditionSchema.safeParse(campaign.audienceCondition)
      return read.success
        ? { audience: { kind: 'condition', condition: read.data } }
        : { audience: null, why: t('review.ofCampaign.itsConditionIsOne') }
    }
    default:
      return {
        audience: null,
        why: t('review.ofCampaign.itsAudienceIsOf', { audienceType: campaign.audienceType }),
      }
  }
}
