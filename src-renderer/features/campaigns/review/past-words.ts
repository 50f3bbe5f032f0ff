import { t } from '../../../../src-shared/messages/message'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import { formatMoment, formatNumber } from '../../../format'

interface PastFact {
  label: string
  value: string
}

/** What stays of a campaign that left, a line each: to whom, and what its review had said. `state` null: not read yet. */
export function pastFacts(
  { sentAt, recipients, audienceName }: Pick<CampaignDetail, 'sentAt' | 'recipients' | 'audienceName'>,
  state: ReviewState | null,
  now: number,
): PastFact[] {
  const { last = null, signOff = null } = state ?? {}
  return [
    ...(sentAt === null ? [] : [{ label: t('words.sent'), value: formatMoment(sentAt, now) }]),
    { label: t('words.audience'), value: audienceName },
    { label: t('campaigns.campaignsPage.recipients'), value: formatNumber(recipients) },
    ...(last === null
      ? []
      : [
          { label: t('campaigns.pastWords.reviewed'), value: formatMoment(last.at, now) },
          {
            label: t('campaigns.pastWords.wouldGetItThen'),
            value: t('counts.people', { count: last.people }),
          },
          ...(last.findings === null
            ? []
            : [{ label: t('campaigns.pastWords.toLookAt'), value: formatNumber(last.findings) }]),
        ]),
    ...(signOff === null
      ? []
      : [
          {
            label: t('campaigns.afterSide.signedOff'),
            value: t('campaigns.pastWords.byYouMoment', { moment: formatMoment(signOff.at, now) }),
          },
          { label: t('campaigns.pastWords.warningsKept'), value: formatNumber(signOff.warnings) },
        ]),
  ]
}
