import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { AudienceReport, ReviewState } from '../../../../src-shared/bridge/review'
import { mailsPerSecond } from '../../../../src-shared/campaign-rates'
import { reachesUnsubscribed } from '../../../../src-shared/interface/campaign'
import { formatClock, formatCount, formatDay, formatLeft, formatMoment, formatNumber } from '../../../format'
import { zonedWords } from './schedule-time'

/** A line of the confirmation: what, and beside it what explains it. */
interface SendFact {
  label: string
  value: string
  note: string
}

/** What a confirmation stands on. */
interface SendBasis {
  campaign: CampaignDetail
  /** null: not counted yet. */
  report: AudienceReport | null
  signOff: ReviewState['signOff']
  /** null: at once. */
  scheduledFor: number | null
  now: number
}

/** How long sending takes, in words: "about 48 min". */
export function sendingWords(seconds: number): string {
  const words = formatLeft(seconds)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function takesNote(seconds: number, begins: number, now: number): string {
  const end = begins + seconds * 1000
  const sameDay = formatDay(end) === formatDay(now)
  return `${mailsPerSecond} a second, done about ${sameDay ? formatClock(end) : formatMoment(end, now)}`
}

function leftOut(report: AudienceReport, subscribedOnly: boolean): SendFact {
  const out = report.members - report.willGet
  const undeliverable = report.undeliverableLeftOut ?? 0
  const others = out - undeliverable - (subscribedOnly ? report.unsubscribed : 0)
  const parts = [
    ...(subscribedOnly && report.unsubscribed > 0
      ? [`${formatNumber(report.unsubscribed)} unsubscribed`]
      : []),
    ...(undeliverable > 0 ? [`${formatNumber(undeliverable)} undeliverable`] : []),
    ...(others > 0 ? [`${formatNumber(others)} otherwise`] : []),
  ]
  return { label: 'Left out', value: out === 0 ? 'Nobody' : formatNumber(out), note: parts.join(', ') }
}

function audienceFacts(report: AudienceReport, { campaign, scheduledFor, now }: SendBasis): SendFact[] {
  const asOf = report.asOf === null ? '' : `, as of ${formatMoment(report.asOf, now)}`
  const { undeliverable } = report.verdicts
  return [
    {
      label: 'Audience',
      value: report.name,
      note: `${formatCount(report.members, 'person', 'people')}${asOf}`,
    },
    leftOut(report, !reachesUnsubscribed(campaign.mail.type)),
    ...(undeliverable > 0
      ? [
          {
            label: 'Undeliverable',
            value: formatNumber(undeliverable),
            note: 'among those who get it: their mail bounces',
          },
        ]
      : []),
    {
      label: 'Takes',
      value: formatLeft(report.seconds),
      note: takesNote(report.seconds, scheduledFor ?? now, now),
    },
  ]
}

/** The facts of a confirmation, in their order (send-confirm.png). */
export function sendFacts(basis: SendBasis): SendFact[] {
  const { campaign, report, signOff, scheduledFor, now } = basis
  const { mail } = campaign
  return [
    { label: 'Campaign', value: campaign.name, note: '' },
    { label: 'Subject', value: mail.subject, note: '' },
    mail.fromName === ''
      ? { label: 'From', value: mail.from, note: '' }
      : { label: 'From', value: mail.fromName, note: mail.from },
    ...(report === null
      ? [
          { label: 'Audience', value: campaign.audienceName, note: 'Being counted' },
          { label: 'Left out', value: '–', note: '' },
          { label: 'Takes', value: '–', note: '' },
        ]
      : audienceFacts(report, basis)),
    ...(scheduledFor === null
      ? []
      : [{ label: 'Starts', value: formatMoment(scheduledFor, now), note: zonedWords(scheduledFor) }]),
    ...(signOff === null
      ? []
      : [
          {
            label: 'Signed off',
            value: `By you at ${formatMoment(signOff.at, now)}`,
            note: signOff.warnings === 0 ? '' : `${formatCount(signOff.warnings, 'warning')} kept`,
          },
        ]),
  ]
}
