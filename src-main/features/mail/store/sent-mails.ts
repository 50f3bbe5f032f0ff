import { t } from '../../../../src-shared/messages/message'
import type { Stepped } from '../../../core/database/steps'
import { z } from 'zod'
import type { Slice } from '../../../../src-shared/bridge/base'
import { sentMailSchema, type SentMail } from '../../../../src-shared/bridge/send'
import { problemSchema, type Problem } from '../../../../src-shared/problem'
import { problem } from '../../../core/problems'
import type { Session } from '../../../core/database/session'

/** A mail with what is sent. `rest`: the request without its recipient; null once nothing of it is open any more. */
export interface MailToSend {
  mail: SentMail
  idempotencyKey: string
  rest: string | null
}

/** Mails that were sent from here, a row a recipient. Changes are committed with synchronous=FULL: a request leaves after its row. */
export interface SentMailStore {
  /** Adds a mail for each recipient; what they have in common is stored once, until the last of them is settled. */
  add(input: { to: { email: string; key: string }[]; subject: string; rest: string; now: number }): SentMail[]
  get(id: number): MailToSend | null
  /** Says that its request leaves now. */
  leave(id: number): SentMail
  set(input: {
    id: number
    state: SentMail['state']
    emailId?: string | null
    contactId?: string | null
    problem: Problem | null
  }): SentMail
  /** The newest first. */
  page(slice: Slice): { mails: SentMail[]; count: number }
  /** Those on their way, the oldest first. `hasLeft`: nobody knows what became of them where a program ended meanwhile. */
  leaving(): { mail: SentMail; hasLeft: boolean }[]
}

const rowSchema = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  state: sentMailSchema.shape.state,
  at: z.number(),
  has_left: z.number(),
  email_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  problem: z.string().nullable(),
  idempotency_key: z.string(),
  body: z.number().nullable(),
})

/** The part of the store that holds mails sent from here. In one piece: its calls share the statements at its head. */
export function sentMailStore(session: Session): Stepped<SentMailStore> {
  const { db } = session
  const one = db.prepare<[number], unknown>('SELECT * FROM sent_mail WHERE id = ?')
  const addingBody = db.prepare<[string]>('INSERT INTO sent_mail_body (rest) VALUES (?)')
  const adding = db.prepare<[string, string, number, string, number]>(
    `INSERT INTO sent_mail (recipient, subject, state, at, idempotency_key, body) VALUES (?, ?, 'leaving', ?, ?, ?)`,
  )
  const restOf = session.column<[number], string>('SELECT rest FROM sent_mail_body WHERE id = ?')
  const setting = db.prepare<[string, string | null, string | null, string | null, number]>(
    `UPDATE sent_mail SET state = ?, email_id = coalesce(?, email_id), contact_id = coalesce(?, contact_id),
     problem = ? WHERE id = ?`,
  )
  const lettingLeave = db.prepare<[number]>(
    `UPDATE sent_mail SET state = 'leaving', has_left = 1, problem = NULL WHERE id = ?`,
  )
  const lettingGo = db.prepare<[number]>('UPDATE sent_mail SET body = NULL WHERE id = ?')
  const inUse = session.column<[number], number>(
    'SELECT count(*) FROM sent_mail WHERE body IS NOT NULL AND body = ?',
  )
  const removing = db.prepare<[number]>('DELETE FROM sent_mail_body WHERE id = ?')
  const page = db.prepare<[number, number], unknown>(
    'SELECT * FROM sent_mail ORDER BY id DESC LIMIT ? OFFSET ?',
  )
  const counting = session.column<[], number>('SELECT count(*) FROM sent_mail')
  const leaving = db.prepare<[], unknown>(`SELECT * FROM sent_mail WHERE state = 'leaving' ORDER BY id`)

  const find = (id: number) => {
    const row = one.get(id)
    return row === undefined ? null : rowSchema.parse(row)
  }
  const must = (id: number) => {
    const row = find(id)
    if (row === null) throw problem('not_found', { why: t('mail.sentMails.thisMailIsNot') })
    return row
  }

  return {
    add: ({ to, subject, rest, now }) =>
      session.write(() => {
        const body = Number(addingBody.run(rest).lastInsertRowid)
        return to.map(({ email, key }) =>
          mailOf(must(Number(adding.run(email, subject, now, key, body).lastInsertRowid))),
        )
      }, 'durable'),
    get: (id) =>
      session.read(() => {
        const row = find(id)
        if (row === null) return null
        const rest = row.body === null ? null : (restOf.get(row.body) ?? null)
        return { mail: mailOf(row), idempotencyKey: row.idempotency_key, rest }
      }),
    leave: (id) =>
      session.write(() => {
        lettingLeave.run(id)
        return mailOf(must(id))
      }, 'durable'),
    set: ({ id, state, emailId, contactId, problem: why }) =>
      session.write(() => {
        const { body } = must(id)
        setting.run(state, emailId ?? null, contactId ?? null, why && JSON.stringify(why), id)
        if (body !== null && (state === 'sent' || state === 'refused')) {
          lettingGo.run(id)
          if (inUse.get(body) === 0) removing.run(body)
        }
        return mailOf(must(id))
      }, 'durable'),
    page: ({ offset, limit }) =>
      session.read(() => ({
        mails: page.all(limit, offset).map((row) => mailOf(rowSchema.parse(row))),
        count: counting.get() ?? 0,
      })),
    leaving: () =>
      session.read(() =>
        leaving.all().map((found) => {
          const row = rowSchema.parse(found)
          return { mail: mailOf(row), hasLeft: row.has_left === 1 }
        }),
      ),
  }
}

function mailOf(row: z.infer<typeof rowSchema>): SentMail {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    state: row.state,
    at: row.at,
    emailId: row.email_id,
    contactId: row.contact_id,
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
  }
}
