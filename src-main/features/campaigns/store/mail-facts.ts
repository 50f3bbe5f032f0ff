import { z } from 'zod'
import type { StoredPerson } from './people-table'

/** What an event says of a mail. */
type FactKind = 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'left'

/** The events that tell of mails, by name, in the order in which they are read. */
export const kinds: ReadonlyMap<string, FactKind> = new Map([
  ['email.sent', 'sent'],
  ['email.delivery', 'delivered'],
  ['email.delivered', 'delivered'],
  ['email.open', 'opened'],
  ['email.opened', 'opened'],
  ['email.click', 'clicked'],
  ['email.clicked', 'clicked'],
  ['email.bounce', 'bounced'],
  ['email.bounced', 'bounced'],
  ['contact.unsubscribed', 'left'],
  ['email.complaint', 'complained'],
  ['email.complained', 'complained'],
])

/** An event of a mail, taken apart. */
export interface MailFact {
  kind: FactKind
  created: number
  /** The id of the mail. */
  mail: string | null
  /** What was followed. */
  link: string | null
  /** Why it bounced. */
  reply: string | null
}

const text = z.string().nullish().catch(null)
const saidSchema = z.object({ emailId: text, url: text, link: text, reply: text, reason: text })
const nothing = { emailId: null, url: null, link: null, reply: null, reason: null }

/** Reads what is stored of an event: the record itself, or its data. */
export function eventOf({
  kind,
  created,
  data,
  rest,
}: {
  kind: FactKind
  created: number
  data: string | null
  rest: string | null
}): MailFact {
  const told = kind === 'clicked' || kind === 'bounced' ? said(data) : nothing
  return {
    kind,
    created,
    mail: idIn(rest) ?? idIn(data),
    link: kind === 'clicked' ? (told.url ?? told.link ?? null) : null,
    reply: kind === 'bounced' ? (told.reply ?? told.reason ?? null) : null,
  }
}

function said(json: string | null) {
  const read = saidSchema.safeParse(json === null ? {} : JSON.parse(json))
  return read.success ? read.data : nothing
}

/** Without taking the JSON apart, which this program wrote: it is read for each of millions. */
function idIn(json: string | null): string | null {
  return json === null ? null : (/"emailId":"([^"\\]+)"/.exec(json)?.[1] ?? null)
}

const blank = { step: 0, last: 0, opens: 0, clicks: 0, leaving: 0, mail: null, reply: null, link: null }
/** The furthest of `open`, `delivered`, `opened` and `clicked` that a fact shows. */
const reached: Record<FactKind, number> = {
  sent: 0,
  delivered: 1,
  opened: 2,
  clicked: 3,
  bounced: 0,
  complained: 1,
  left: 2,
}
const bounced = 4

/** A person after one more event. Whoever opened it got it, whatever came back. */
export function grown(
  before: StoredPerson | Pick<StoredPerson, 'of' | 'row' | 'domain'>,
  { kind, created, mail, link, reply }: MailFact,
): StoredPerson {
  const was: StoredPerson = { ...blank, ...before }
  const step = was.step === bounced ? 0 : was.step
  const furthest = Math.max(step, reached[kind])
  const cameBack = kind === 'bounced' || was.step === bounced
  return {
    ...was,
    step: cameBack && furthest < reached.opened ? bounced : furthest,
    last: Math.max(was.last, created),
    opens: was.opens + Number(kind === 'opened'),
    clicks: was.clicks + Number(kind === 'clicked'),
    leaving: Math.max(was.leaving, kind === 'complained' ? 2 : kind === 'left' ? 1 : 0),
    mail: was.mail ?? mail,
    reply: reply ?? was.reply,
    link: link ?? was.link,
  }
}
