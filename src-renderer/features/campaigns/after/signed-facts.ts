import { t } from '../../../../src-shared/messages/message'
import type { CampaignDetail, CampaignResults } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import { formatShortMoment, formatNumber, missing } from '../../../format'

interface Fact {
  key: 'by' | 'subject' | 'from' | 'audience' | 'leftOut' | 'sentTo' | 'warnings'
  label: string
  value: string
}

/** What a campaign was signed and sent as, a line each. `state` null: not read yet. */
export function signedFacts(
  { mail, audienceName, recipients }: Pick<CampaignDetail, 'mail' | 'audienceName' | 'recipients'>,
  { status, funnel }: Pick<CampaignResults, 'status' | 'funnel'>,
  { state, now }: { state: ReviewState | null; now: number },
): Fact[] {
  const { signOff = null, last = null } = state ?? {}
  const audience = last?.found?.audience ?? null
  const isSending = status === 'SENDING'
  const by = (at: number) => t('campaigns.afterSide.youMoment', { moment: formatShortMoment(at, now) })
  const warnings = signOff?.warnings ?? 0
  const facts: (Fact | null)[] = [
    signOff && { key: 'by', label: t('words.by'), value: by(signOff.at) },
    { key: 'subject', label: t('words.subject'), value: mail.subject },
    { key: 'from', label: t('words.from'), value: mail.from },
    {
      key: 'audience',
      label: t('words.audience'),
      value: audienceWords(audienceName, isSending ? (last?.people ?? null) : (audience?.members ?? null)),
    },
    audience && { key: 'leftOut', label: t('words.leftOut'), value: leftOutWords(audience) },
    isSending
      ? null
      : {
          key: 'sentTo',
          label: t('campaigns.afterSide.sentTo'),
          value: formatNumber(funnel.sent || recipients),
        },
    signOff && isSending
      ? {
          key: 'warnings',
          label: t('words.warnings'),
          value: t('campaigns.afterSide.warningsKept', { warnings }),
        }
      : null,
  ]
  return facts.filter((fact) => fact !== null)
}

function audienceWords(name: string, people: number | null): string {
  return people === null ? name : t('campaigns.afterSide.nameAndPeople', { name, people })
}

function leftOutWords({
  unsubscribed,
  undeliverable,
}: {
  unsubscribed: number
  undeliverable: number
}): string {
  return (
    [
      unsubscribed > 0 ? t('campaigns.afterSide.countUnsubscribed', { count: unsubscribed }) : '',
      undeliverable > 0 ? t('campaigns.afterSide.countUndeliverable', { count: undeliverable }) : '',
    ]
      .filter((words) => words !== '')
      .join(', ') || missing
  )
}
