import { t } from '../../../../src-shared/messages/message'
import type { CampaignResults } from '../../../../src-shared/bridge/campaigns'
import {
  brakeMeasures,
  idleWarns,
  usualBrake,
  type BrakeLimits,
  type BrakeMeasure,
} from '../../../../src-shared/campaign-brake'
import { mailsPerSecond } from '../../../../src-shared/campaign-rates'
import {
  formatClock,
  formatDuration,
  formatFixed,
  formatLeft,
  formatNumber,
  formatPercent,
  formatShare,
  missing,
} from '../../../format'

/** A figure of a sending: a label, a value, a note beneath. */
interface SendingFigure {
  label: string
  value: string
  note: string
}

/** How far a sending is: what left the service, of all; not what arrived. 0 to 1; null: nobody gets it. */
export function sentShare({ funnel: { sent, recipients } }: Pick<CampaignResults, 'funnel'>): number | null {
  return recipients === 0 ? null : Math.min(1, sent / recipients)
}

/** What left and has neither arrived nor come back yet. */
export function unanswered({ sent, delivered, bounced }: CampaignResults['funnel']): number {
  return Math.max(0, sent - delivered - bounced)
}

/** The figures under the bar; those of mails add up to the recipients. */
export function sendingFigures({ funnel, progress }: CampaignResults): SendingFigure[] {
  const { sent, delivered, bounced, recipients } = funnel
  const ofSent = (count: number) =>
    sent === 0 ? '' : t('words.shareOfSent', { share: formatShare(count, sent) })
  const left = Math.max(0, recipients - sent)
  return [
    {
      label: t('words.rate'),
      value:
        progress === null
          ? missing
          : t('campaigns.sendingWords.ratewordsASecond', { rateWords: formatFixed(progress.perSecond, 1) }),
      note: t('campaigns.sendingWords.ofMailspersecondAtMost', { mailsPerSecond }),
    },
    { label: t('words.delivered'), value: formatNumber(delivered), note: ofSent(delivered) },
    {
      label: t('campaigns.sendingWords.noAnswerYet'),
      value: formatNumber(unanswered(funnel)),
      note: ofSent(unanswered(funnel)),
    },
    { label: t('words.bounced'), value: formatNumber(bounced), note: ofSent(bounced) },
    {
      label: t('campaigns.sendingWords.stillToGo'),
      value: formatNumber(left),
      note: formatShare(left, recipients),
    },
  ]
}

/** "About 28 min left, done about 14:51"; "Working it out" before a rate is known. */
export function leftWords({ progress }: Pick<CampaignResults, 'progress'>, now: number): string {
  if (progress === null) return formatLeft(null)
  const { secondsLeft } = progress
  return t('campaigns.sendingWords.leftLeftDoneAbout', {
    left: formatLeft(secondsLeft),
    clock: formatClock(now + secondsLeft * 1000),
  })
}

/** A line of the brake. `gauge`: the share, warning and stop as places on its bar, 0 to 100; null: it is no share. */
export interface BrakeLine {
  key: string
  title: string
  count: string
  share: string
  warns: string
  stops: string
  state: BrakeMeasure['state']
  gauge: { share: number; warn: number; stop: number | null } | null
  /** Instead of a gauge. */
  words: string
}

/** A limit: with as many places as it has. */
const percent = (share: number): string => `${formatNumber(Math.round(10_000 * share) / 100)} %`

/** What the brake looks at, with its limits; and whether the service stopped by itself. */
export function brakeLines(
  { funnel, pace, idleSeconds }: CampaignResults,
  limits: BrakeLimits = usualBrake,
): BrakeLine[] {
  const [first] = pace
  const last = pace.at(-1)
  const seconds = first && last ? (last.at - first.at) / 1000 + 60 : 0
  const idle = idleSeconds ?? 0
  return [
    ...brakeMeasures(funnel, seconds, limits).map(measureLine),
    {
      key: 'idle',
      title: t('campaigns.sendingWords.nothingGoesOut'),
      count: idle === 0 ? t('format.seconds', { count: 0 }) : formatDuration(idle * 1000),
      share: missing,
      warns: formatDuration(idleWarns * 1000),
      stops: missing,
      state: idle >= idleWarns ? 'warns' : 'fine',
      gauge: null,
      words:
        idle >= idleWarns
          ? t('campaigns.sendingWords.theServiceHasSent')
          : t('campaigns.sendingWords.theServiceHasNot'),
    },
  ]
}

/** A measure as a line of the brake. */
export function measureLine({ key, title, count, share, warn, stop, state }: BrakeMeasure): BrakeLine {
  const whole = (stop ?? warn * 3) * 1.2
  const at = (value: number) => Math.min(100, (100 * value) / whole)
  return {
    key,
    title,
    count: formatNumber(count),
    share: share === null ? missing : formatPercent(100 * share, key === 'bounced' ? 1 : 2),
    warns: percent(warn),
    stops: stop === null ? missing : percent(stop),
    state,
    gauge: { share: at(share ?? 0), warn: at(warn), stop: stop === null ? null : at(stop) },
    words: '',
  }
}

/** How many leave before a stop is answered: what two seconds send. */
export function meanwhile({ progress }: Pick<CampaignResults, 'progress'>): string {
  return progress === null
    ? missing
    : t('campaigns.sendingWords.aboutCeil', { ceil: Math.ceil(progress.perSecond * 2) })
}
