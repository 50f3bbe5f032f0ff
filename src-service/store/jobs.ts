import type { ServiceDatabase } from './database'

/** What is done to many contacts at once. */
export type JobKind = 'bulk' | 'import'

/** A job as it is stored. `request` and `counts` are JSON texts. */
export interface JobRow {
  seq: number
  kind: JobKind
  state: 'waiting' | 'active' | 'completed' | 'failed'
  request: string
  /** The file of an import; null once it is done. */
  input: string | null
  /** Entries in all: known once it is active. */
  total: number
  done: number
  /** Contacts from this one on are dealt with; null where they are not taken up in that order. */
  place: number | null
  counts: string
  failedReason: string | null
}

/** How far a job is. */
export type JobProgress = Pick<JobRow, 'total' | 'done' | 'place' | 'counts'>

/** The jobs. Each call joins the transaction it is made in. */
export interface Jobs {
  /** Queues a job at `now` (milliseconds since 1970). Returns its number. */
  add(job: Pick<JobRow, 'kind' | 'request' | 'input' | 'counts'>, now: number): number
  get(seq: number): JobRow | null
  /** The oldest that is not over; null when there is none. */
  next(): JobRow | null
  advance(seq: number, progress: JobProgress): void
  complete(seq: number): void
  fail(seq: number, reason: string): void
}

/** The jobs of a database. */
export function jobStore(db: ServiceDatabase): Jobs {
  const columns =
    'seq, kind, state, request, input, total, done, place, counts, failed_reason AS failedReason'
  const one = db.prepare<[number], JobRow>(`SELECT ${columns} FROM job WHERE seq = ?`)
  const next = db.prepare<[], JobRow>(
    `SELECT ${columns} FROM job INDEXED BY job_open WHERE state IN ('waiting', 'active') ORDER BY seq LIMIT 1`,
  )
  const add = db
    .prepare<[JobKind, string, string | null, string, number], number>(
      'INSERT INTO job (kind, request, input, counts, created_at) VALUES (?, ?, ?, ?, ?) RETURNING seq',
    )
    .pluck()
  const advance = db.prepare<JobProgress & { seq: number }>(
    `UPDATE job SET state = 'active', total = @total, done = @done, place = @place, counts = @counts WHERE seq = @seq`,
  )
  const end = db.prepare<[JobRow['state'], string | null, number]>(
    'UPDATE job SET state = ?, failed_reason = ?, input = NULL WHERE seq = ?',
  )
  return {
    add({ kind, request, input, counts }, now) {
      const seq = add.get(kind, request, input, counts, now)
      if (seq === undefined) throw new Error('The new job was not returned.')
      return seq
    },
    get: (seq) => one.get(seq) ?? null,
    next: () => next.get() ?? null,
    advance: (seq, progress) => void advance.run({ ...progress, seq }),
    complete: (seq) => void end.run('completed', null, seq),
    fail: (seq, reason) => void end.run('failed', reason, seq),
  }
}
