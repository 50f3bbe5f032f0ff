import { tell, toldOf } from '../../../../../src-shared/messages/told'
import { z } from 'zod'
import { lazyObject } from '../../../../../src-shared/lazily'
import { batchSourceSchema } from '../../../../../src-shared/bridge/verification'
import { problemSchema } from '../../../../../src-shared/problem'
import { problem } from '../../../../core/problems'
import type { Session } from '../../../../core/database/session'
import type { BatchChanges, BatchRecord } from './api'

const count = z.number()
const rowSchema = lazyObject(() => ({
  id: z.number(),
  name: z.string(),
  source: z.string(),
  created: z.number(),
  unfinished: z.enum(['collecting', 'lookingUp']).nullable(),
  problem: z.string().nullable(),
  started: z.number().nullable(),
  ran: count,
  given: count,
  blank: count,
  duplicates: count,
  addresses: count,
  open: count,
  waiting: count,
  accepts: count,
  risky: count,
  undeliverable: count,
  unknown: count,
  counted: count,
  draft: count,
  since: count.nullable(),
}))
type StoredBatchRow = z.infer<typeof rowSchema>

/** A batch's row as it is stored, with whether its counts by class hold. */
export interface StoredBatch {
  record: BatchRecord
  counted: boolean
}

const counted = [
  'ran',
  'given',
  'blank',
  'duplicates',
  'addresses',
  'open',
  'waiting',
  'accepts',
  'risky',
  'undeliverable',
  'unknown',
] as const

/** What a transaction changes of a batch's counts. */
export type CountChange = Partial<Record<(typeof counted)[number], number>>

const statements = (session: Session) => ({
  add: session.db.prepare<[string, string, number, number, number | null]>(
    `INSERT INTO batch (name, source, created, unfinished, draft, since) VALUES (?, ?, ?, 'collecting', ?, ?)`,
  ),
  settle: session.db.prepare<[string, number]>('UPDATE batch SET draft = 0, name = ? WHERE id = ?'),
  drafts: session.column<[], number>('SELECT id FROM batch WHERE draft = 1'),
  one: session.db.prepare<[number]>('SELECT * FROM batch WHERE id = ?'),
  page: session.db.prepare<[number, number]>(
    'SELECT * FROM batch WHERE draft = 0 ORDER BY id DESC LIMIT ? OFFSET ?',
  ),
  count: session.column<[], number>('SELECT count(*) FROM batch WHERE draft = 0'),
  unfinished: session.db.prepare('SELECT * FROM batch WHERE unfinished IS NOT NULL ORDER BY id'),
  jobOf: session.column<[number], number>(
    `SELECT id FROM job WHERE kind = 'verification' AND json_extract(detail, '$.batch') = ?
     ORDER BY id DESC LIMIT 1`,
  ),
  change: session.db.prepare<[string | null, string | null, number | null, number]>(
    'UPDATE batch SET unfinished = ?, problem = ?, started = ?, tally = NULL WHERE id = ?',
  ),
  shift: session.db.prepare<number[]>(
    `UPDATE batch SET ${counted.map((name) => `${name} = ${name} + ?`).join(', ')}, tally = NULL, people = NULL
     WHERE id = ?`,
  ),
  recount: session.db.prepare<[number, number, number, number, number]>(
    'UPDATE batch SET accepts = ?, risky = ?, undeliverable = ?, unknown = ?, counted = 1 WHERE id = ?',
  ),
  uncount: session.db.prepare('UPDATE batch SET counted = 0, tally = NULL'),
  zero: session.db.prepare<[number]>(
    `UPDATE batch SET ${counted.map((name) => `${name} = 0`).join(', ')}, counted = 1, tally = NULL, people = NULL
     WHERE id = ?`,
  ),
  remove: session.db.prepare<[number]>('DELETE FROM batch WHERE id = ?'),
})

/** What is done with the table of batches. */
export type BatchTable = ReturnType<typeof batchTable>

/** Prepares every statement over the table of batches. */
export function batchTable(session: Session) {
  const sql = statements(session)
  const stored = (found: unknown): StoredBatch => {
    const row = rowSchema.parse(found)
    return { record: recordOf(row, sql.jobOf.get(row.id) ?? null), counted: row.counted === 1 }
  }
  /** Throws `not_found`. */
  const get = (id: number): StoredBatch => {
    const row = sql.one.get(id)
    if (row !== undefined) return stored(row)
    throw problem('not_found', {
      title: tell('verification.table.thereIsNoSuch'),
      why: tell('verification.table.itWasDiscardedOr'),
    })
  }
  return {
    get,
    add: (name: string, source: string, now: number, draft: boolean, since: number | null) =>
      Number(sql.add.run(name, source, now, draft ? 1 : 0, since).lastInsertRowid),
    /** It is a batch like others from here on, under this name. */
    settle: (id: number, name: string) => sql.settle.run(name, id),
    drafts: () => sql.drafts.all(),
    has: (id: number) => sql.one.get(id) !== undefined,
    page: (limit: number, offset: number) => sql.page.all(limit, offset).map(stored),
    count: () => sql.count.get() ?? 0,
    unfinished: () => sql.unfinished.all().map(stored),
    change(id: number, changes: BatchChanges): void {
      const { unfinished, problem: found, startedAt } = { ...get(id).record, ...changes }
      sql.change.run(unfinished, found === null ? null : JSON.stringify(found), startedAt, id)
    },
    /** Adds to counts. */
    shift: (id: number, change: CountChange) =>
      sql.shift.run(...counted.map((name) => change[name] ?? 0), id),
    /** Says what counting anew came to. */
    recount: (id: number, { accepts, risky, undeliverable, unknown }: BatchRecord['byClass']) =>
      sql.recount.run(accepts, risky, undeliverable, unknown, id),
    /** The class of any ground may be another one: no count by class holds any more. */
    uncount: () => sql.uncount.run(),
    zero: (id: number) => sql.zero.run(id),
    remove: (id: number) => sql.remove.run(id),
  }
}

function recordOf(row: StoredBatchRow, job: number | null): BatchRecord {
  const { id, name, accepts, risky, undeliverable, unknown, waiting, open } = row
  const { unfinished, given, blank, duplicates, addresses } = row
  return {
    ...{ id, name: toldOf(name), unfinished, given, blank, duplicates, addresses, waiting, job },
    source: batchSourceSchema.parse(JSON.parse(row.source)),
    createdAt: row.created,
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
    startedAt: row.started,
    ranMs: row.ran,
    draft: row.draft === 1,
    since: row.since,
    again: open - waiting,
    byClass: { accepts, risky, undeliverable, unknown },
  }
}
