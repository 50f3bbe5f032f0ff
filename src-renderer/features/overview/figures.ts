import { t } from '../../../src-shared/messages/message'
import type { Overview, OverviewMonth } from '../../../src-shared/bridge/overview'
import { rateOf } from '../../../src-shared/campaign-rates'
import { formatChange, formatNumber, formatShare, missing } from '../../format'

/** A figure across the head of the Overview. `arriving`: what there is of it is not all yet, and how much, 0 to 1. */
export interface Figure {
  label: string
  value: string
  note: string
  arriving: { share: number | null } | null
}

/** How far the first copy of contacts is; null: it is whole. */
export interface Arriving {
  received: number
  expected: number | null
}

interface Facts {
  overview: Overview
  /** null: not counted yet. */
  month: OverviewMonth | null
  arriving: Arriving | null
  wide: boolean
}

/** The figures, in their order: people, then mails, then events as far as there is room. */
export function overviewFigures({ overview, month, arriving, wide }: Facts): Figure[] {
  const people = arriving === null ? wholeAudience(overview, month) : arrivingAudience(overview, arriving)
  const { sent, delivered } = mailFigures(month)
  const events = figure(t('words.events'), formatNumber(overview.events), eventNote(month))
  if (arriving !== null) return [...people, sent, delivered]
  return wide ? [...people, sent, delivered, events] : [...people, events, sent]
}

const figure = (label: string, value: string, note: string): Figure => ({
  label,
  value,
  note,
  arriving: null,
})

function wholeAudience(overview: Overview, month: OverviewMonth | null): Figure[] {
  const { contacts, subscribed, unsubscribed, last30Days } = overview
  const left = month?.unsubscribed ?? null
  return [
    figure(
      t('words.contacts'),
      formatNumber(contacts),
      t('overview.figures.changeIn30Days', { change: formatChange(last30Days.contacts) }),
    ),
    figure(t('words.subscribed'), formatNumber(subscribed), subscribedNote(overview, left)),
    figure(
      t('words.unsubscribed'),
      formatNumber(unsubscribed),
      left === null ? '' : t('overview.figures.changeIn30Days', { change: formatChange(left) }),
    ),
  ]
}

/** The share that is subscribed, and of those who were there 30 days ago; null where nobody tells when that was. */
function subscribedNote({ contacts, subscribed, last30Days }: Overview, left: number | null): string {
  if (contacts === 0) return t('words.noContactsYet')
  const share = formatShare(subscribed, contacts)
  const then = contacts - last30Days.contacts
  if (left === null || then <= 0) return t('overview.figures.shareOfAllContacts', { share })
  return t('overview.figures.shareWasShare2', {
    share,
    share2: formatShare(Math.min(then, subscribed - last30Days.subscribed + left), then),
  })
}

function arrivingAudience({ subscribed, unsubscribed }: Overview, of: Arriving): Figure[] {
  const share = of.expected === null || of.expected === 0 ? null : Math.min(1, of.received / of.expected)
  const all =
    of.expected === null
      ? t('overview.figures.theNewestFirst')
      : t('overview.figures.ofExpectedTheNewest', { expected: of.expected })
  const one = (label: string, value: number, note: string): Figure => ({
    label,
    value: value === 0 && of.received === 0 ? missing : formatNumber(value),
    note,
    arriving: { share },
  })
  return [
    one(t('words.contacts'), of.received, all),
    one(t('words.subscribed'), subscribed, t('overview.figures.ofThoseThatAre')),
    one(t('words.unsubscribed'), unsubscribed, t('overview.figures.ofThoseThatAre')),
  ]
}

function mailFigures(month: OverviewMonth | null): { sent: Figure; delivered: Figure } {
  if (month === null)
    return {
      sent: figure(t('words.sent'), missing, ''),
      delivered: figure(t('words.delivered'), missing, ''),
    }
  const { campaigns, now, before } = month.mails
  const was = before === null ? null : rateOf('delivered', before)
  const share = t('words.shareOfSent', { share: formatShare(now.delivered, now.sent) })
  return {
    sent: figure(
      t('words.sent'),
      formatNumber(now.sent),
      t('overview.figures.byCampaignsThisYear', { campaigns }),
    ),
    delivered: figure(
      t('words.delivered'),
      formatNumber(now.delivered),
      was === null ? share : t('overview.figures.shareWasShare2', { share, share2: formatShare(was, 1) }),
    ),
  }
}

function eventNote(month: OverviewMonth | null): string {
  return month === null ? '' : t('overview.figures.changeIn30Days', { change: formatChange(month.events) })
}
