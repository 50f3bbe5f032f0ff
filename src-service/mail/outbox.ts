import { containing, named, type ServiceDatabase, statements, type Stored } from '../store/statements'
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
interface OutboxPlace {
  endedAt: number
  seq: number
}

/** What the outbox can be asked. */
export type Outbox = ReturnType<typeof outboxStore>

type StoredMessage = Stored<OutboxRow, 'kept'>
const columns = named(
  'seq, address, subject, status, ended_at, fault, opens, clicks, CASE WHEN source IS NULL THEN 0 ELSE 1 END AS kept',
)
const outboxRow = (row: StoredMessage): OutboxRow => ({ ...row, kept: row.kept === 1 })

/** The outbox of a database. */
export function outboxStore(db: ServiceDatabase) {
  const sql = statements(db)
  const list = sql.rows<[{ at: number; seq: number; search: string; limit: number }], StoredMessage>(
    `SELECT ${columns} FROM message
     WHERE ended_at IS NOT NULL AND (ended_at, seq) < (@at, @seq) AND ${sql.contains('address', '@search')}
     ORDER BY ended_at DESC, seq DESC LIMIT @limit`,
  )
  const get = sql.row<[seq: number], StoredMessage>(
    `SELECT ${columns} FROM message WHERE seq = ? AND ended_at IS NOT NULL`,
  )
  return {
    /** Messages, the newest first, from after a place. `search` is part of an address. One more than asked for, if there is. */
    async list({
      limit,
      after,
      search = '',
    }: {
      limit: number
      after?: OutboxPlace
      search?: string
    }): Promise<OutboxRow[]> {
      const at = after?.endedAt ?? Number.MAX_SAFE_INTEGER
      const seq = after?.seq ?? Number.MAX_SAFE_INTEGER
      return (await list({ at, seq, search: containing(search), limit: limit + 1 })).map(outboxRow)
    },
    async get(seq: number): Promise<OutboxRow | null> {
      const found = await get(seq)
      return found && outboxRow(found)
    },
    /** Whether there is a message of this number, sent or not. */
    exists: sql.has<[seq: number]>('SELECT 1 FROM message WHERE seq = ?'),
    /** The MIME source; null where none is kept. */
    source: sql.value<[seq: number], Buffer>('SELECT source FROM message WHERE seq = ?'),
    /** How many messages wait to be sent. */
    waiting: sql.count<[]>(`SELECT count(*) FROM message WHERE status IN ('queued', 'sending')`),
  }
}
