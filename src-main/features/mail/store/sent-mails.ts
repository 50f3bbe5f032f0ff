import { tell } from '../../../../src-shared/messages/told'
import type { Stepped, Session, SqlValue } from '../../../core/database/session'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import type { Slice } from '../../../../src-shared/bridge/base'
import {
  mailHoldSchema,
  sentFactsSchema,
  sentMailSchema,
  type MailHold,
  type SentFacts,
  type SentMail,
  type SentQuery,
} from '../../../../src-shared/bridge/send'
import { problemSchema, type Problem } from '../../../../src-shared/problem'
import { problem } from '../../../core/problems'

/**
 * What is told of a mail that was sent from here, beside what the first schema has: to whom by name, of which template and
 * with which values of its own, and when what happened. `data` goes with the body, once nothing of it is open any more.
 */
export const sentMailColumns = `
  ALTER TABLE sent_mail ADD COLUMN name TEXT;
  ALTER TABLE sent_mail ADD COLUMN template TEXT;
  ALTER TABLE sent_mail ADD COLUMN data TEXT;
  ALTER TABLE sent_mail ADD COLUMN facts TEXT;
  ALTER TABLE sent_mail ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sent_mail ADD COLUMN left_at INTEGER;
  ALTER TABLE sent_mail ADD COLUMN answered_at INTEGER;
  ALTER TABLE sent_mail ADD COLUMN settled_at INTEGER;
  CREATE INDEX sent_mail_by_recipient ON sent_mail (recipient COLLATE NOCASE, at);
  CREATE INDEX sent_mail_by_state ON sent_mail (state, id);
  CREATE INDEX sent_mail_by_template ON sent_mail (template, id);
  UPDATE sent_mail SET tries = has_left;
`

/** Mails that are held: what is here when the program starts did not leave. `hold`: as the page shows it, as JSON. */
export const mailHoldTable = 'CREATE TABLE mail_hold (id TEXT NOT NULL UNIQUE, hold TEXT NOT NULL) STRICT'

interface MailToSend {
  mail: SentMail
  /** The request without what is of its recipient alone; null once nothing of it is open any more. */
  rest: string | null
  /** The recipient's values, as JSON; null: they are in the rest. */
  data: string | null
}

/** A recipient of a mail that is added. `data` as of {@link MailToSend}. */
export interface AddedMail {
  email: string
  key: string
  subject: string
  name: string | null
  data: string | null
  facts: SentFacts
}

/** Mails that were sent from here, a row a recipient. Changes are committed with synchronous=FULL: a request leaves after its row. */
export interface SentMailStore {
  /** Notes a mail that is held; forgets one that was undone. */
  hold(hold: MailHold): void
  release(hold: string): void
  /** Those that were held when the program ended. */
  held(): MailHold[]
  /**
   * Adds a mail for each recipient; what they have in common is stored once, until the last of them is settled. `hold`: it
   * was held until now.
   */
  add(input: {
    to: AddedMail[]
    templateId: string | null
    rest: string
    now: number
    hold: string | null
  }): SentMail[]
  get(id: number): MailToSend | null
  /** Says that its request leaves now. */
  leave(input: { id: number; now: number }): SentMail
  /** `answeredAt`, `settledAt`: when it was answered or given up, or a person said what became of it. */
  set(input: {
    id: number
    state: SentMail['state']
    emailId?: string | null
    contactId?: string | null
    problem: Problem | null
    answeredAt?: number
    settledAt?: number
  }): SentMail
  /** The newest first. `unanswered`: of all, those whose outcome is unknown. */
  page(input: { query: SentQuery; slice: Slice }): {
    mails: SentMail[]
    count: number
    total: number
    unanswered: number
  }
  /** Those to one of these addresses since an instant, the newest first. */
  lately(input: { emails: string[]; since: number; limit: number }): SentMail[]
  /** Whom mails that left or may have left since an instant went to: the contact's id where it was answered, else null. */
  recipients(since: number): { contactId: string | null; email: string }[]
  /** Those on their way, the oldest first. `hasLeft`: nobody knows what became of them where a program ended meanwhile. */
  leaving(): { mail: SentMail; hasLeft: boolean }[]
}

const rowSchema = lazyObject(() => ({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  state: sentMailSchema.unwrap().shape.state,
  at: z.number(),
  has_left: z.number(),
  email_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  problem: z.string().nullable(),
  idempotency_key: z.string(),
  body: z.number().nullable(),
  name: z.string().nullable(),
  template: z.string().nullable(),
  data: z.string().nullable(),
  facts: z.string().nullable(),
  tries: z.number(),
  left_at: z.number().nullable(),
  answered_at: z.number().nullable(),
  settled_at: z.number().nullable(),
}))

function conditionOf({ search, state, templateId, since }: SentQuery): { where: string; values: SqlValue[] } {
  const parts: [string, ...SqlValue[]][] = []
  if (state !== null) parts.push(['state = ?', state])
  if (templateId !== null) parts.push(['template = ?', templateId])
  if (since !== null) parts.push(['at >= ?', since])
  for (const word of search
    .split(/\s+/)
    .filter((one) => one !== '')
    .slice(0, 10)) {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    parts.push([
      `(recipient || ' ' || coalesce(name, '') || ' ' || subject || ' ' || coalesce(email_id, '') || ' ' ||
        idempotency_key) LIKE ? ESCAPE '\\'`,
      like,
    ])
  }
  const where = parts.map(([sql]) => sql).join(' AND ')
  return { where: where === '' ? '' : `WHERE ${where}`, values: parts.flatMap(([, ...values]) => values) }
}

function sentMailLists(session: Session) {
  const { db } = session
  const counting = session.column<[], number>('SELECT count(*) FROM sent_mail')
  const unanswered = session.column<[], number>(`SELECT count(*) FROM sent_mail WHERE state = 'unknown'`)
  const leaving = db.prepare<[], unknown>(`SELECT * FROM sent_mail WHERE state = 'leaving' ORDER BY id`)
  const recipients = session.tuples<[number], [string | null, string]>(
    `SELECT DISTINCT contact_id, recipient FROM sent_mail INDEXED BY sent_mail_by_at
     WHERE at >= ? AND state <> 'refused' LIMIT 20000`,
  )
  const lately = db.prepare<[string, number, number], unknown>(
    'SELECT * FROM sent_mail WHERE recipient = ? COLLATE NOCASE AND at >= ? ORDER BY at DESC LIMIT ?',
  )
  return {
    page({ query, slice: { offset, limit } }: { query: SentQuery; slice: Slice }) {
      const { where, values } = conditionOf(query)
      const rows = db
        .prepare<SqlValue[], unknown>(`SELECT * FROM sent_mail ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
        .all(...values, limit, offset)
      const total = counting.get() ?? 0
      const count =
        where === ''
          ? total
          : session.column<SqlValue[], number>(`SELECT count(*) FROM sent_mail ${where}`).get(...values)
      return {
        mails: rows.map((row) => mailOf(rowSchema.parse(row))),
        count: count ?? 0,
        total,
        unanswered: unanswered.get() ?? 0,
      }
    },
    lately({ emails, since, limit }: { emails: string[]; since: number; limit: number }) {
      return emails
        .flatMap((email) => lately.all(email, since, limit))
        .map((row) => mailOf(rowSchema.parse(row)))
        .sort((one, other) => other.at - one.at)
        .slice(0, limit)
    },
    recipients: (since: number) => recipients.all(since).map(([contactId, email]) => ({ contactId, email })),
    leaving: () =>
      leaving.all().map((found) => {
        const row = rowSchema.parse(found)
        return { mail: mailOf(row), hasLeft: row.has_left === 1 }
      }),
  }
}

/** The part of the store that holds mails sent from here. In one piece: its calls share the statements at its head. */
export function sentMailStore(session: Session): Stepped<SentMailStore> {
  const { db } = session
  const lists = sentMailLists(session)
  const one = db.prepare<[number], unknown>('SELECT * FROM sent_mail WHERE id = ?')
  const addingBody = db.prepare<[string]>('INSERT INTO sent_mail_body (rest) VALUES (?)')
  const adding = db.prepare<SqlValue[]>(
    `INSERT INTO sent_mail (recipient, subject, state, at, idempotency_key, body, name, template, data, facts)
     VALUES (?, ?, 'leaving', ?, ?, ?, ?, ?, ?, ?)`,
  )
  const restOf = session.column<[number], string>('SELECT rest FROM sent_mail_body WHERE id = ?')
  const setting = db.prepare<SqlValue[]>(
    `UPDATE sent_mail SET state = ?, email_id = coalesce(?, email_id), contact_id = coalesce(?, contact_id),
     problem = ?, answered_at = coalesce(?, answered_at), settled_at = coalesce(?, settled_at) WHERE id = ?`,
  )
  const lettingLeave = db.prepare<[number, number]>(
    `UPDATE sent_mail SET state = 'leaving', has_left = 1, problem = NULL, tries = tries + 1, left_at = ?
     WHERE id = ?`,
  )
  const lettingGo = db.prepare<[number]>('UPDATE sent_mail SET body = NULL, data = NULL WHERE id = ?')
  const inUse = session.column<[number], number>(
    'SELECT count(*) FROM sent_mail WHERE body IS NOT NULL AND body = ?',
  )
  const removing = db.prepare<[number]>('DELETE FROM sent_mail_body WHERE id = ?')

  const holding = db.prepare<[string, string]>('INSERT INTO mail_hold (id, hold) VALUES (?, ?)')
  const releasing = db.prepare<[string]>('DELETE FROM mail_hold WHERE id = ?')
  const held = session.column<[], string>('SELECT hold FROM mail_hold ORDER BY rowid')

  const find = (id: number) => {
    const row = one.get(id)
    return row === undefined ? null : rowSchema.parse(row)
  }
  const must = (id: number) => {
    const row = find(id)
    if (row === null) throw problem('not_found', { why: tell('mail.mails.thisMailIsNot') })
    return row
  }

  return {
    hold: (hold) =>
      session.write(() => {
        holding.run(hold.id, JSON.stringify(hold))
      }, 'durable'),
    release: (hold) =>
      session.write(() => {
        releasing.run(hold)
      }, 'durable'),
    held: () => session.read(() => held.all().map((hold) => mailHoldSchema.parse(JSON.parse(hold)))),
    add: ({ to, templateId, rest, now, hold }) =>
      session.write(() => {
        if (hold !== null) releasing.run(hold)
        const body = Number(addingBody.run(rest).lastInsertRowid)
        return to.map(({ email, key, subject, name, data, facts }) => {
          const about = [name, templateId, data, JSON.stringify(facts)]
          const added = adding.run(email, subject, now, key, body, ...about)
          return mailOf(must(Number(added.lastInsertRowid)))
        })
      }, 'durable'),
    get: (id) =>
      session.read(() => {
        const row = find(id)
        if (row === null) return null
        const rest = row.body === null ? null : (restOf.get(row.body) ?? null)
        return { mail: mailOf(row), rest, data: row.data }
      }),
    leave: ({ id, now }) =>
      session.write(() => {
        lettingLeave.run(now, id)
        return mailOf(must(id))
      }, 'durable'),
    set: ({ id, state, emailId, contactId, problem: why, answeredAt, settledAt }) =>
      session.write(() => {
        const { body } = must(id)
        const ids = [emailId ?? null, contactId ?? null]
        setting.run(state, ...ids, why && JSON.stringify(why), answeredAt ?? null, settledAt ?? null, id)
        if (body !== null && (state === 'sent' || state === 'refused')) {
          lettingGo.run(id)
          if (inUse.get(body) === 0) removing.run(body)
        }
        return mailOf(must(id))
      }, 'durable'),
    page: (input) => session.read(() => lists.page(input)),
    lately: (input) => session.read(() => lists.lately(input)),
    recipients: (since) => session.read(() => lists.recipients(since)),
    leaving: () => session.read(() => lists.leaving()),
  }
}

function mailOf(row: z.infer<typeof rowSchema>): SentMail {
  return {
    id: row.id,
    to: row.recipient,
    name: row.name,
    subject: row.subject,
    templateId: row.template,
    state: row.state,
    at: row.at,
    emailId: row.email_id,
    contactId: row.contact_id,
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
    facts: row.facts === null ? null : sentFactsSchema.parse(JSON.parse(row.facts)),
    idempotencyKey: row.idempotency_key,
    tries: row.tries,
    leftAt: row.left_at,
    answeredAt: row.answered_at,
    settledAt: row.settled_at,
    kept: row.body !== null,
  }
}
