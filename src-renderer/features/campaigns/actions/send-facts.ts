import { t } from '../../../../src-shared/messages/message'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { AudienceReport, ReviewState } from '../../../../src-shared/bridge/review'
import { mailsPerSecond } from '../../../../src-shared/campaign-rates'
import { reachesUnsubscribed } from '../../../../src-shared/interface/campaign'
import { formatClock, formatDay, formatLeft, formatMoment, formatNumber } from '../../../format'
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
  return t('campaigns.sendFacts.mailspersecondASecondDone', {
    mailsPerSecond,
    value: sameDay ? formatClock(end) : formatMoment(end, now),
  })
}

function leftOut(report: AudienceReport, subscribedOnly: boolean): SendFact {
  const out = report.members - report.willGet
  const undeliverable = report.undeliverableLeftOut ?? 0
  const others = out - undeliverable - (subscribedOnly ? report.unsubscribed : 0)
  const parts = [
    ...(subscribedOnly && report.unsubscribed > 0
      ? [t('campaigns.afterSide.countUnsubscribed', { count: report.unsubscribed })]
      : []),
    ...(undeliverable > 0 ? [t('campaigns.afterSide.countUndeliverable', { count: undeliverable })] : []),
    ...(others > 0 ? [t('campaigns.sendFacts.countOtherwise', { count: others })] : []),
  ]
  return {
    label: t('words.leftOut'),
    value: out === 0 ? t('words.nobody') : formatNumber(out),
    note: parts.join(', '),
  }
}

function audienceFacts(report: AudienceReport, { campaign, scheduledFor, now }: SendBasis): SendFact[] {
  const { members, asOf } = report
  const { undeliverable } = report.verdicts
  return [
    {
      label: t('words.audience'),
      value: report.name,
      note:
        asOf === null
          ? t('counts.people', { count: members })
          : t('campaigns.sendFacts.peopleAsOfMoment', { count: members, moment: formatMoment(asOf, now) }),
    },
    leftOut(report, !reachesUnsubscribed(campaign.mail.type)),
    ...(undeliverable > 0
      ? [
          {
            label: t('words.undeliverable'),
            value: formatNumber(undeliverable),
            note: t('campaigns.sendFacts.amongThoseWhoGet'),
          },
        ]
      : []),
    {
      label: t('words.takes'),
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
    { label: t('words.campaign'), value: campaign.name, note: '' },
    { label: t('words.subject'), value: mail.subject, note: '' },
    mail.fromName === ''
      ? { label: t('words.from'), value: mail.from, note: '' }
      : { label: t('words.from'), value: mail.fromName, note: mail.from },
    ...(report === null
      ? [
          {
            label: t('words.audience'),
            value: campaign.audienceName,
            note: t('campaigns.sendFacts.beingCounted'),
          },
          { label: t('words.leftOut'), value: '–', note: '' },
          { label: t('words.takes'), value: '–', note: '' },
        ]
      : audienceFacts(report, basis)),
    ...(scheduledFor === null
      ? []
      : [
          {
            label: t('campaigns.sendFacts.starts'),
            value: formatMoment(scheduledFor, now),
            note: zonedWords(scheduledFor),
          },
        ]),
    ...(signOff === null
      ? []
      : [
          {
            label: t('campaigns.afterSide.signedOff'),
            value: t('campaigns.sendFacts.byYouAtMoment', { moment: formatMoment(signOff.at, now) }),
            note:
              signOff.warnings === 0
                ? ''
                : t('campaigns.sendFacts.warningsKept', { warnings: signOff.warnings }),
          },
        ]),
  ]
}
