import { named, type ServiceDatabase, statements } from './statements'

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
export type Jobs = ReturnType<typeof jobStore>

/** The jobs of a database. */
export function jobStore(db: ServiceDatabase) {
  const sql = statements(db)
  const columns = named('seq, kind, state, request, input, total, done, place, counts, failed_reason')
  const open = "state IN ('waiting', 'active')"
  const end = sql.run<[JobRow['state'], reason: string | null, seq: number]>(
    'UPDATE job SET state = ?, failed_reason = ?, input = NULL WHERE seq = ?',
  )
  return {
    /** Queues a job at `now` (milliseconds since 1970). Returns its number. */
    add: sql.numbered<[Pick<JobRow, 'kind' | 'request' | 'input' | 'counts'> & { now: number }]>(
      `INSERT INTO job (kind, request, input, counts, created_at)
       VALUES (@kind, @request, @input, @counts, @now) RETURNING seq`,
    ),
    get: sql.row<[seq: number], JobRow>(`SELECT ${columns} FROM job WHERE seq = ?`),
    /** Whether there is one that is not over. */
    isAny: sql.has<[]>(`SELECT 1 FROM job INDEXED BY job_open WHERE ${open} LIMIT 1`),
    /** Takes the oldest that is not over, within the transaction that works on it; null when there is none. */
    take: sql.row<[], JobRow>(
      `SELECT ${columns} FROM job INDEXED BY job_open WHERE ${open} ORDER BY seq LIMIT 1 ${sql.taking}`,
    ),
    advance: sql.run<[JobProgress & { seq: number }]>(
      `UPDATE job SET state = 'active', total = @total, done = @done, place = @place, counts = @counts WHERE seq = @seq`,
    ),
    complete: (seq: number) => end('completed', null, seq),
    fail: (seq: number, reason: string) => end('failed', reason, seq),
  }
}
