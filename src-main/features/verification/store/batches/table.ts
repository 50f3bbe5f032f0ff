import type { Statement } from 'better-sqlite3'
import { z } from 'zod'
import { batchSourceSchema } from '../../../../../src-shared/bridge/verification'
import { problemSchema } from '../../../../../src-shared/problem'
import { problem } from '../../../../core/problems'
import type { Session } from '../../../../core/database/session'
import type { BatchChanges, BatchRecord } from './api'

const count = z.number()
const rowSchema = z.object({
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
})
type StoredBatchRow = z.infer<typeof rowSchema>

/** A batch's row as it is stored, with whether its counts by class hold. */
export interface StoredBatch {
  record: BatchRecord
  counted: boolean
}

/** What a transaction changes of a batch's counts. */
export type CountChange = Partial<
  Record<
    | 'ran'
    | 'given'
    | 'blank'
    | 'duplicates'
    | 'addresses'
    | 'open'
    | 'waiting'
    | 'accepts'
    | 'risky'
    | 'undeliverable'
    | 'unknown',
    number
  >
>

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

/** Every statement over the table of batches. */
export class BatchTable {
  private readonly adding: Statement<[string, string, number]>
  private readonly one: Statement<[number], unknown>
  private readonly paging: Statement<[number, number], unknown>
  private readonly counting: Statement<[], number>
  private readonly half: Statement<[], unknown>
  private readonly jobOf: Statement<[number], number>
  private readonly changing: Statement<[string | null, string | null, number | null, number]>
  private readonly shifting: Statement<number[]>
  private readonly recounted: Statement<[number, number, number, number, number]>
  private readonly uncounting: Statement<[]>
  private readonly zeroing: Statement<[number]>
  private readonly removing: Statement<[number]>

  constructor({ db }: Session) {
    this.adding = db.prepare(
      `INSERT INTO batch (name, source, created, unfinished) VALUES (?, ?, ?, 'collecting')`,
    )
    this.one = db.prepare('SELECT * FROM batch WHERE id = ?')
    this.paging = db.prepare('SELECT * FROM batch ORDER BY id DESC LIMIT ? OFFSET ?')
    this.counting = db.prepare<[], number>('SELECT count(*) FROM batch').pluck()
    this.half = db.prepare('SELECT * FROM batch WHERE unfinished IS NOT NULL ORDER BY id')
    this.jobOf = db
      .prepare<[number], number>(
        `SELECT id FROM job WHERE kind = 'verification' AND json_extract(detail, '$.batch') = ?
         ORDER BY id DESC LIMIT 1`,
      )
      .pluck()
    this.changing = db.prepare(
      'UPDATE batch SET unfinished = ?, problem = ?, started = ?, tally = NULL WHERE id = ?',
    )
    this.shifting = db.prepare(
      `UPDATE batch SET ${counted.map((name) => `${name} = ${name} + ?`).join(', ')}, tally = NULL, people = NULL
       WHERE id = ?`,
    )
    this.recounted = db.prepare(
      'UPDATE batch SET accepts = ?, risky = ?, undeliverable = ?, unknown = ?, counted = 1 WHERE id = ?',
    )
    this.uncounting = db.prepare('UPDATE batch SET counted = 0, tally = NULL')
    this.zeroing = db.prepare(
      `UPDATE batch SET ${counted.map((name) => `${name} = 0`).join(', ')}, counted = 1, tally = NULL, people = NULL
       WHERE id = ?`,
    )
    this.removing = db.prepare('DELETE FROM batch WHERE id = ?')
  }

  add(name: string, source: string, now: number): number {
    return Number(this.adding.run(name, source, now).lastInsertRowid)
  }

  /** Throws `not_found`. */
  get(id: number): StoredBatch {
    const row = this.one.get(id)
    if (row === undefined) {
      throw problem('not_found', {
        title: 'There is no such batch',
        why: 'It was discarded, or belongs to another profile.',
      })
    }
    return this.stored(rowSchema.parse(row))
  }

  has(id: number): boolean {
    return this.one.get(id) !== undefined
  }

  page(limit: number, offset: number): StoredBatch[] {
    return this.paging.all(limit, offset).map((row) => this.stored(rowSchema.parse(row)))
  }

  count(): number {
    return this.counting.get() ?? 0
  }

  unfinished(): StoredBatch[] {
    return this.half.all().map((row) => this.stored(rowSchema.parse(row)))
  }

  change(id: number, changes: BatchChanges): void {
    const { unfinished, problem: found, startedAt } = { ...this.get(id).record, ...changes }
    this.changing.run(unfinished, found === null ? null : JSON.stringify(found), startedAt, id)
  }

  /** Adds to counts. */
  shift(id: number, change: CountChange): void {
    this.shifting.run(...counted.map((name) => change[name] ?? 0), id)
  }

  /** Says what counting anew came to. */
  recount(id: number, { accepts, risky, undeliverable, unknown }: BatchRecord['byClass']): void {
    this.recounted.run(accepts, risky, undeliverable, unknown, id)
  }

  /** The class of any ground may be another one: no count by class holds any more. */
  uncount(): void {
    this.uncounting.run()
  }

  zero(id: number): void {
    this.zeroing.run(id)
  }

  remove(id: number): void {
    this.removing.run(id)
  }

  private stored(row: StoredBatchRow): StoredBatch {
    const { id, name, accepts, risky, undeliverable, unknown, waiting, open } = row
    const record: BatchRecord = {
      id,
      name,
      source: batchSourceSchema.parse(JSON.parse(row.source)),
      createdAt: row.created,
      unfinished: row.unfinished,
      problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
      startedAt: row.started,
      ranMs: row.ran,
      given: row.given,
      blank: row.blank,
      duplicates: row.duplicates,
      addresses: row.addresses,
      waiting,
      again: open - waiting,
      byClass: { accepts, risky, undeliverable, unknown },
      job: this.jobOf.get(id) ?? null,
    }
    return { record, counted: row.counted === 1 }
  }
}
