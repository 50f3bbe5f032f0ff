import type { ServiceDatabase } from '../store/database'
import type { Ending } from './deliveries'

/** A message in the outbox: it was sent, or tried. */
export interface OutboxRow {
  seq: number
  address: string
  subject: string | null
  status: Ending
  /** Milliseconds since 1970. */
  endedAt: number
  /** Why it was not sent, or what is not known about it. */
  fault: string | null
  opens: number
  clicks: number
  /** Whether its source is kept. */
  kept: boolean
}

/** A place in the outbox: between messages that ended later and earlier. */
export interface OutboxPlace {
  endedAt: number
  seq: number
}

/** What the outbox can be asked. */
export interface Outbox {
  /** Messages, the newest first, from after a place. `search` is part of an address. One more than asked for, if there is. */
  list(query: { limit: number; after?: OutboxPlace; search?: string }): OutboxRow[]
  get(seq: number): OutboxRow | null
  /** Whether there is a message of this number, sent or not. */
  exists(seq: number): boolean
  /** The MIME source; null where none is kept. */
  source(seq: number): Buffer | null
  /** How many messages wait to be sent. */
  waiting(): number
}

type OutboxTuple = [number, string, string | null, Ending, number, string | null, number, number, number]

const columns = 'seq, address, subject, status, ended_at, fault, opens, clicks, source IS NOT NULL'

function outboxRow([
  seq,
  address,
  subject,
  status,
  endedAt,
  fault,
  opens,
  clicks,
  kept,
]: OutboxTuple): OutboxRow {
  return { seq, address, subject, status, endedAt, fault, opens, clicks, kept: kept === 1 }
}

/** The outbox of a database. */
export function outboxStore(db: ServiceDatabase): Outbox {
  const list = db
    .prepare<{ at: number; seq: number; search: string; limit: number }, OutboxTuple>(
      `SELECT ${columns} FROM message
       WHERE ended_at IS NOT NULL AND (ended_at, seq) < (@at, @seq) AND address LIKE @search ESCAPE '!'
       ORDER BY ended_at DESC, seq DESC LIMIT @limit`,
    )
    .raw()
  const get = db
    .prepare<[number], OutboxTuple>(`SELECT ${columns} FROM message WHERE seq = ? AND ended_at IS NOT NULL`)
    .raw()
  const exists = db.prepare<[number], number>('SELECT 1 FROM message WHERE seq = ?').pluck()
  const source = db.prepare<[number], Buffer | null>('SELECT source FROM message WHERE seq = ?').pluck()
  const waiting = db
    .prepare<[], number>(`SELECT count(*) FROM message WHERE status IN ('queued', 'sending')`)
    .pluck()
  return {
    list: ({ limit, after, search = '' }) =>
      list
        .all({
          at: after?.endedAt ?? Number.MAX_SAFE_INTEGER,
          seq: after?.seq ?? Number.MAX_SAFE_INTEGER,
          search: `%${search.replaceAll(/[!%_]/g, '!$&')}%`,
          limit: limit + 1,
        })
        .map(outboxRow),
    get(seq) {
      const found = get.get(seq)
      return found ? outboxRow(found) : null
    },
    exists: (seq) => exists.get(seq) === 1,
    source: (seq) => source.get(seq) ?? null,
    waiting: () => waiting.get() ?? 0,
  }
}
