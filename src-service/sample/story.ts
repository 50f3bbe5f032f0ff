import { type Account, dataOf, fateOf, sourceOf } from './account'
import type { Mailing } from './calendar'
import { span } from './growth'
import { freeLife, invoiceNumber, payingLife } from './happenings'
import { mailingLetter } from './mailing-letters'
import type { Person } from './person'
import type { Random } from './random'

/** Where everything happens. All times are milliseconds since the sample's beginning, up to `span`. */
export interface Stage {
  /** The beginning, in milliseconds since 1970: only for dates that are written out. */
  from: number
  mailings: Mailing[]
  /** Takes one event: its time, its name, the message it is about, its data as JSON text. */
  record(at: number, name: string, message: Message | null, data: string | null): void
  /** Makes a message: of a mailing, or of a workflow. */
  message(mailing: Mailing | null): Message
}

/** A message that went to somebody. */
export interface Message {
  number: number
  /** The mailing it is one of; null for a message that a workflow sent. */
  mailing: Mailing | null
}

interface StoryEnd {
  subscribed: boolean
  data: string
  updatedAt: number
}

const minute = 60_000
const day = 24 * 60 * minute
// Of those who were there from the beginning, how many have unsubscribed.
const leaving = 0.265

/** How many events somebody has: half have seven or fewer, a few have hundreds. */
function eventCount(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return Math.min(600, Math.round(Math.exp(1.95 + 1.2 * normal)))
}

/** Tells what a person did from `joined` to the end, event by event. */
export function tell(random: Random, stage: Stage, person: Person, joined: number): StoryEnd {
  // Somebody who came this morning has not done much yet.
  const budget = Math.min(eventCount(random), 2 + Math.floor((6 * (span - joined)) / day))
  // Those who have been here longer have had more reasons to leave: a tenth of all has.
  const age = (span - joined) / span
  const left = random.chance(leaving * age) ? joined + (span - joined) * random.next() : null
  const mail = readMail(random, stage, joined, left ?? span, Math.round(budget * 0.45), person)
  const { account, updatedAt } = live(random, stage, person, joined, Math.max(0, budget - mail.events - 1))
  if (left !== null) {
    // Out of the last mail they got; who never got any did it in their settings.
    const complains = !random.chance(0.85)
    const by = mail.last === null ? 'settings' : complains ? 'complaint' : 'link'
    if (by === 'complaint') stage.record(left, 'email.complaint', mail.last, null)
    stage.record(left, 'contact.unsubscribed', mail.last, `{"by":"${by}"}`)
  }
  return {
    subscribed: left === null,
    data: dataOf(random, person, account),
    updatedAt: Math.floor(Math.max(updatedAt, left ?? 0)),
  }
}

/** Sign-up, perhaps a trial, then the days of a customer, in order. */
function live(random: Random, stage: Stage, person: Person, joined: number, budget: number) {
  const fate = fateOf(random)
  const account: Account = { plan: 'free', seats: fate.seats }
  stage.record(joined, 'signup', null, `{"source":"${sourceOf(random)}"}`)
  let updatedAt = joined
  let now = joined
  if (fate.plan !== 'free') {
    now = joined + random.next() * Math.min(2 * day, span - joined)
    account.trial = true
    stage.record(now, 'trial.started', null, `{"plan":"${fate.plan}","days":14}`)
    updatedAt = now
    const ends = now + 14 * day - (fate.converts ? random.next() * 3 * day : 0)
    if (ends < span) {
      now = ends
      account.trial = false
      if (fate.converts) {
        account.plan = fate.plan
        const period = random.chance(0.6) ? 'monthly' : 'yearly'
        stage.record(now, 'trial.converted', null, `{"plan":"${fate.plan}","period":"${period}"}`)
      } else {
        account.seats = 1
        stage.record(now, 'trial.ended', null, null)
      }
      updatedAt = now
    }
  }
  const paying = account.plan !== 'free'
  const life = paying ? payingLife : freeLife
  const gap = (span - now) / (budget + 1)
  for (let left = budget; left > 0; left--) {
    // Days come in bursts: a step is a fraction of the mean, or several times it.
    now += gap * random.next() ** 2 * 2.4
    if (now >= span) break
    if (paying && random.chance(0.2)) {
      const amount = Math.round(person.culture.price * account.seats * 100) / 100
      const number = invoiceNumber(now)
      stage.record(
        now,
        'invoice.paid',
        null,
        `{"number":"${number}","amount":${amount},"currency":"${person.culture.currency}"}`,
      )
      account.lastInvoice = stage.from + Math.floor(now)
      updatedAt = now
      continue
    }
    const { name, happen, changesRecord } = life.pick(random)
    stage.record(now, name, null, happen?.(random, account, person) ?? null)
    if (changesRecord) updatedAt = now
  }
  return { account, updatedAt }
}

/** The mailings somebody got while subscribed. Returns how many events that made, and the last message. */
function readMail(
  random: Random,
  stage: Stage,
  joined: number,
  end: number,
  budget: number,
  { reachable }: Person,
) {
  let events = 0
  let last: Message | null = null
  const record = (at: number, name: string, message: Message, data: string): void => {
    // The newest mailing may still be unread when the sample ends.
    if (at >= end) return
    stage.record(at, name, message, data)
    last = message
    events++
  }
  const got = stage.mailings.filter(({ at }) => at >= joined && at < end)
  // A mailing makes 2.6 events or so: spread over all of them rather than read up from one end.
  const share = Math.min(0.9, budget / (2.6 * got.length))
  for (const mailing of got) {
    if (!random.chance(share)) continue
    const message = stage.message(mailing)
    const data = `{"subject":"${mailing.subject}"}`
    const sent = mailing.at + random.next() * 40 * minute
    record(sent, 'email.sent', message, data)
    const arrived = sent + random.next() * minute
    if (!reachable) {
      const reply = '550 5.1.1, no such mailbox'
      record(arrived, 'email.bounce', message, JSON.stringify({ subject: mailing.subject, reply }))
      break
    }
    record(arrived, 'email.delivery', message, data)
    if (!random.chance(0.46)) continue
    const opened = arrived + random.next() ** 3 * 4 * day + minute
    record(opened, 'email.open', message, data)
    if (!random.chance(0.28)) continue
    const url = mailingLetter(mailing).button?.url
    const clicked = JSON.stringify({ subject: mailing.subject, url })
    record(opened + random.next() * 5 * minute, 'email.click', message, clicked)
  }
  return { events, last }
}
