import { tell } from '../../../../src-shared/messages/told'
import type { Stepped, Session } from '../../../core/database/session'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import { type Hold, holdSchema } from '../../../../src-shared/bridge/campaigns'
import { problemSchema, type Problem } from '../../../../src-shared/problem'
import { problem } from '../../../core/problems'

/** How many the service says it writes to, where that is known after the request left. */
export const sendingColumns = 'ALTER TABLE sending ADD COLUMN recipients INTEGER'

/**
 * Campaigns whose request left, with what became of it, and mails that were sent from here. A mail is a row a recipient;
 * what all of a sending have in common is stored once, so that it can be sent again byte for byte, and goes when nothing
 * of it is open any more.
 */
export const sendingTables = `
  CREATE TABLE sending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign TEXT NOT NULL,
    name TEXT NOT NULL,
    people INTEGER NOT NULL,
    scheduled_for INTEGER,
    seconds INTEGER NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    problem TEXT,
    dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sending_shown ON sending (dismissed, id);

  CREATE TABLE sent_mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    has_left INTEGER NOT NULL DEFAULT 0,
    email_id TEXT,
    contact_id TEXT,
    problem TEXT,
    idempotency_key TEXT NOT NULL,
    body INTEGER
  ) STRICT;
  CREATE INDEX sent_mail_by_body ON sent_mail (body) WHERE body IS NOT NULL;
  CREATE INDEX sent_mail_leaving ON sent_mail (id) WHERE state = 'leaving';
  CREATE TABLE sent_mail_body (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rest TEXT NOT NULL
  ) STRICT;
`

/** A sending of a campaign: held, left, or stopped before it could. Times in milliseconds since 1970. */
export interface SendingRecord extends Omit<Hold, 'leavesAt'> {
  id: number
  /** When it left; of a held one when it was confirmed. */
  at: number
  /** Whether a person let it leave before its time; `seconds` are then those that it was held. */
  atOnce: boolean
}

/** Sendings of campaigns. Every change is committed with synchronous=FULL: the request leaves after its row. */
export interface SendingStore {
  add(input: Omit<SendingRecord, 'id' | 'recipients'>): SendingRecord
  settle(input: { id: number; state: Exclude<Hold['state'], 'held'>; problem: Problem | null }): SendingRecord
  /** Says when one leaves that was held. */
  leave(input: Pick<SendingRecord, 'id' | 'at' | 'seconds' | 'atOnce'>): SendingRecord
  /** Notes how many the service writes to. */
  counted(input: { id: number; recipients: number }): SendingRecord
  /** Forgets one that was held and was undone. */
  undo(id: number): void
  /** Those that are not known to have ended, and those that ended since an instant and were not put away; the newest first. */
  shown(since: number): SendingRecord[]
  /** Those that left or may have left since an instant, put away or not; the newest first. */
  left(since: number): SendingRecord[]
  /** The newest of a campaign that left; null: none did from here. */
  of(campaignId: string): SendingRecord | null
  /** Puts away what has ended of a campaign. */
  dismiss(campaignId: string): void
}

const rowSchema = lazyObject(() => ({
  id: z.number(),
  campaign: z.string(),
  name: z.string(),
  people: z.number(),
  scheduled_for: z.number().nullable(),
  seconds: z.number(),
  state: holdSchema.unwrap().shape.state,
  at: z.number(),
  at_once: z.number(),
  problem: z.string().nullable(),
  recipients: z.number().nullable(),
}))

/** The sendings' part of the store. */
export function sendingStore(session: Session): Stepped<SendingStore> {
  const { db } = session
  const columns = Object.keys(rowSchema.unwrap().shape).join(', ')
  const one = db.prepare<[number], unknown>(`SELECT ${columns} FROM sending WHERE id = ?`)
  const adding = db.prepare<[Omit<z.infer<typeof rowSchema>, 'id' | 'recipients'>]>(
    `INSERT INTO sending (campaign, name, people, scheduled_for, seconds, state, at, at_once, problem)
     VALUES (@campaign, @name, @people, @scheduled_for, @seconds, @state, @at, @at_once, @problem)`,
  )
  const settling = db.prepare<[string, string | null, number]>(
    'UPDATE sending SET state = ?, problem = ? WHERE id = ?',
  )
  const shown = db.prepare<[number], unknown>(
    `SELECT ${columns} FROM sending
     WHERE dismissed = 0 AND (state IN ('held', 'leaving', 'unknown') OR at >= ?) ORDER BY id DESC`,
  )
  const newest = db.prepare<[string], unknown>(
    `SELECT ${columns} FROM sending WHERE campaign = ? AND state <> 'held' ORDER BY id DESC LIMIT 1`,
  )
  const left = db.prepare<[number], unknown>(
    `SELECT ${columns} FROM sending WHERE state IN ('leaving', 'sent', 'unknown') AND at >= ? ORDER BY id DESC`,
  )
  const leaving = db.prepare<[number, number, number, number]>(
    `UPDATE sending SET state = 'leaving', at = ?, seconds = ?, at_once = ? WHERE id = ?`,
  )
  const counting = db.prepare<[number, number]>('UPDATE sending SET recipients = ? WHERE id = ?')
  const undoing = db.prepare<[number]>(`DELETE FROM sending WHERE id = ? AND state = 'held'`)
  const dismissing = db.prepare<[string]>(
    `UPDATE sending SET dismissed = 1 WHERE dismissed = 0 AND campaign = ? AND state NOT IN ('held', 'leaving')`,
  )
  const must = (id: number) => {
    const row = one.get(id)
    if (row === undefined)
      throw problem('internal', { why: tell('campaigns.sendings.thereIsNoSending', { id }) })
    return recordOf(row)
  }

  return {
    add: ({ campaignId, scheduledFor, atOnce, problem: why, ...rest }) =>
      session.write(() => {
        const row = {
          ...rest,
          campaign: campaignId,
          scheduled_for: scheduledFor,
          at_once: Number(atOnce),
          problem: textOf(why),
        }
        return must(Number(adding.run(row).lastInsertRowid))
      }, 'durable'),
    settle: ({ id, state, problem: why }) =>
      session.write(() => {
        settling.run(state, textOf(why), id)
        return must(id)
      }, 'durable'),
    leave: ({ id, at, seconds, atOnce }) =>
      session.write(() => {
        leaving.run(at, seconds, Number(atOnce), id)
        return must(id)
      }, 'durable'),
    counted: ({ id, recipients }) =>
      session.write(() => {
        counting.run(recipients, id)
        return must(id)
      }),
    undo: (id) =>
      session.write(() => {
        undoing.run(id)
      }, 'durable'),
    left: (since) => session.read(() => left.all(since).map(recordOf)),
    of: (campaignId) =>
      session.read(() => {
        const found = newest.get(campaignId)
        return found === undefined ? null : recordOf(found)
      }),
    shown: (since) => session.read(() => shown.all(since).map(recordOf)),
    dismiss: (campaignId) =>
      session.write(() => {
        dismissing.run(campaignId)
      }, 'durable'),
  }
}

function recordOf(found: unknown): SendingRecord {
  const { campaign, scheduled_for, at_once, problem: why, ...row } = rowSchema.parse(found)
  const own = { campaignId: campaign, scheduledFor: scheduled_for, atOnce: at_once === 1 }
  return { ...row, ...own, problem: problemOf(why) }
}

const textOf = (why: Problem | null) => (why === null ? null : JSON.stringify(why))

function problemOf(text: string | null): Problem | null {
  return text === null ? null : problemSchema.parse(JSON.parse(text))
}
