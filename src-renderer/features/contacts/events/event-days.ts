import { t } from '../../../../src-shared/messages/message'
import type { EventRow } from '../../../../src-shared/bridge/events'
import { formatDay, formatShortDay } from '../../../format'

/** The events of one day, and for how many days nothing happened before the day above it. */
export interface EventDay {
  key: number
  head: string
  /** Days without an event that are said above it; 0: none are. */
  quiet: number
  events: EventRow[]
}

/** So many days without an event are said. */
const leastQuiet = 5
const dayMs = 86_400_000

const midnight = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)
/** Rounded: a day with a clock change has 23 or 25 hours. */
const daysBetween = (later: number, earlier: number) => Math.round((later - earlier) / dayMs)

function headOf(day: number, now: number): string {
  const age = daysBetween(midnight(now), day)
  if (age === 0) return t('words.today')
  if (age === 1) return t('contacts.eventDays.yesterdayShortday', { shortDay: formatShortDay(day) })
  const sameYear = new Date(day).getFullYear() === new Date(now).getFullYear()
  return sameYear ? formatShortDay(day) : formatDay(day)
}

/** Events, the newest first, by the days of whoever reads; those without a time stand last. */
export function eventDays(events: readonly EventRow[], now: number): EventDay[] {
  const days: EventDay[] = []
  for (const event of events) {
    const key = event.createdAt === null ? -Infinity : midnight(event.createdAt)
    const last = days.at(-1)
    if (last?.key === key) last.events.push(event)
    else {
      const gap = last && key !== -Infinity ? daysBetween(last.key, key) : 0
      const head = key === -Infinity ? t('contacts.eventDays.withoutATime') : headOf(key, now)
      days.push({ key, head, quiet: gap >= leastQuiet ? gap : 0, events: [event] })
    }
  }
  return days
}

/** What kind of thing an event tells of: of a mail, of the contact itself, or of the product. */
export type EventKind = 'mail' | 'app' | 'changes'

/** The kinds with their names, in their order. */
export const eventKinds: { kind: EventKind; title: string }[] = [
  { kind: 'mail', title: t('words.mail') },
  { kind: 'app', title: t('contacts.eventDays.app') },
  { kind: 'changes', title: t('words.changes') },
]

/** The kind of an event by its name: what the service itself tells is of mails, or of contacts and segments. */
export function eventKind(name: string): EventKind {
  if (name.startsWith('email.')) return 'mail'
  return /^(contact|segment)\./.test(name) ? 'changes' : 'app'
}
