import { type Account, dataOf, fateOf, sourceOf } from './account'
import type { Mailing } from './calendar'
import { freeLife, invoiceNumber, payingLife } from './happenings'
import type { Person } from './person'
import type { Random } from './random'

/** Where everything happens: the two years of the sample. Times are milliseconds since 1970. */
export interface Stage {
  from: number
  anchor: number
  mailings: Mailing[]
  /** Takes one event: its time, its name, the number of the message it is about, its data as JSON text. */
  record(at: number, name: string, message: number | null, data: string | null): void
  /** Numbers the messages that were sent. */
  nextMessage(): number
}

/** What is left of a person's story. */
export interface Outcome {
  subscribed: boolean
  data: string
  updatedAt: number
}

const minute = 60_000
const day = 24 * 60 * minute

/** How many events somebody has: half have seven or fewer, a few have hundreds. */
function eventCount(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return Math.min(600, Math.round(Math.exp(1.95 + 1.2 * normal)))
}

/** Tells what a person did from `joined` to the anchor, event by event. */
export function tell(random: Random, stage: Stage, person: Person, joined: number): Outcome {
  // Somebody who came this morning has not done much yet.
  const budget = Math.min(eventCount(random), 2 + Math.floor((6 * (stage.anchor - joined)) / day))
  const left = random.chance(0.1) ? joined + (stage.anchor - joined) * random.next() : null
  const mailed = readMail(random, stage, joined, left ?? stage.anchor, Math.round(budget * 0.45), person)
  const { account, updatedAt } = live(random, stage, person, joined, Math.max(0, budget - mailed - 1))
  if (left !== null) {
    const by = random.chance(0.85) ? 'link' : 'complaint'
    if (by === 'complaint') stage.record(left, 'email.complaint', null, null)
    stage.record(left, 'contact.unsubscribed', null, `{"by":"${by}"}`)
  }
  return {
    subscribed: left === null,
    data: dataOf(random, person, account),
    updatedAt: Math.floor(Math.max(updatedAt, left ?? 0)),
  }
}

/** Sign-up, perhaps a trial, then the days of a customer, in order. */
function live(random: Random, stage: Stage, person: Person, joined: number, budget: number) {
  const { anchor, from } = stage
  const fate = fateOf(random)
  const account: Account = { plan: 'free', seats: fate.seats }
  stage.record(joined, 'signup', null, `{"source":"${sourceOf(random)}"}`)
  let updatedAt = joined
  let now = joined
  if (fate.plan !== 'free') {
    now = joined + random.next() * Math.min(2 * day, anchor - joined)
    account.trial = true
    stage.record(now, 'trial.started', null, `{"plan":"${fate.plan}","days":14}`)
    updatedAt = now
    const converted = now + 14 * day - random.next() * 3 * day
    if (converted < anchor) {
      now = converted
      Object.assign(account, { plan: fate.plan, trial: false })
      const period = random.chance(0.6) ? 'monthly' : 'yearly'
      stage.record(now, 'trial.converted', null, `{"plan":"${fate.plan}","period":"${period}"}`)
      updatedAt = now
    }
  }
  const paying = account.plan !== 'free'
  const life = paying ? payingLife : freeLife
  const gap = (anchor - now) / (budget + 1)
  for (let left = budget; left > 0; left--) {
    // Days come in bursts: a step is a fraction of the mean, or several times it.
    now += gap * random.next() ** 2 * 2.4
    if (now >= anchor) break
    if (paying && random.chance(0.2)) {
      const amount = Math.round(person.culture.price * account.seats * 100) / 100
      const number = invoiceNumber(now, from)
      stage.record(
        now,
        'invoice.paid',
        null,
        `{"number":"${number}","amount":${amount},"currency":"${person.culture.currency}"}`,
      )
      account.lastInvoice = Math.floor(now)
      updatedAt = now
      continue
    }
    const { name, happen, changesRecord } = life.pick(random)
    stage.record(now, name, null, happen?.(random, account, person, now) ?? null)
    if (changesRecord) updatedAt = now
  }
  return { account, updatedAt }
}

/** The mailings somebody got while subscribed, the last ones first. Returns how many events that made. */
function readMail(
  random: Random,
  stage: Stage,
  joined: number,
  end: number,
  budget: number,
  { reachable }: Person,
) {
  let made = 0
  const record = (at: number, name: string, message: number, data: string): void => {
    // The newest mailing may still be unread when the sample ends.
    if (at >= end) return
    stage.record(at, name, message, data)
    made++
  }
  for (let at = stage.mailings.length - 1; at >= 0 && made < budget; at--) {
    const mailing = stage.mailings[at]
    if (mailing === undefined || mailing.at < joined) break
    if (mailing.at >= end || random.chance(0.25)) continue
    const message = stage.nextMessage()
    const data = `{"subject":"${mailing.subject}"}`
    const sent = mailing.at + random.next() * 40 * minute
    record(sent, 'email.sent', message, data)
    const arrived = sent + random.next() * minute
    if (!reachable) {
      record(arrived, 'email.bounce', message, data)
      break
    }
    record(arrived, 'email.delivery', message, data)
    if (!random.chance(0.46)) continue
    const opened = arrived + random.next() ** 3 * 4 * day + minute
    record(opened, 'email.open', message, data)
    if (random.chance(0.28)) record(opened + random.next() * 5 * minute, 'email.click', message, data)
  }
  return made
}
