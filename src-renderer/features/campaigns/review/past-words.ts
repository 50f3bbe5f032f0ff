import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import { formatCount, formatMoment, formatNumber } from '../../../format'

interface Fact {
  label: string
  value: string
}

/** What stays of a campaign that left, a line each: to whom, and what its review had said. `state` null: not read yet. */
export function pastFacts(
  { sentAt, recipients, audienceName }: Pick<CampaignDetail, 'sentAt' | 'recipients' | 'audienceName'>,
  state: ReviewState | null,
  now: number,
): Fact[] {
  const { last = null, signOff = null } = state ?? {}
  return [
    ...(sentAt === null ? [] : [{ label: 'Sent', value: formatMoment(sentAt, now) }]),
    { label: 'Audience', value: audienceName },
    { label: 'Recipients', value: formatNumber(recipients) },
    ...(last === null
      ? []
      : [
          { label: 'Reviewed', value: formatMoment(last.at, now) },
          { label: 'Would get it then', value: formatCount(last.people, 'person', 'people') },
          ...(last.findings === null ? [] : [{ label: 'To look at', value: formatNumber(last.findings) }]),
        ]),
    ...(signOff === null
      ? []
      : [
          { label: 'Signed off', value: `By you, ${formatMoment(signOff.at, now)}` },
          { label: 'Warnings kept', value: formatNumber(signOff.warnings) },
        ]),
  ]
}
