import { tell, shownTold, toldText } from '../../../src-shared/messages/told'
import type { Stepped, Session } from '../../core/database/session'
import type { JobStore, JobRecord } from './api'
import { jobSchema, type Job } from '../../../src-shared/bridge/jobs'
import { problem } from '../../core/problems'

/** Durable jobs. */
export const jobTables = `
  CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    title TEXT NOT NULL,
    import_id INTEGER,
    detail TEXT NOT NULL,
    total INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    problem TEXT,
    dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX job_live ON job (id) WHERE state IN ('queued', 'running', 'paused');
  CREATE INDEX job_lately ON job (ended) WHERE dismissed = 0;
  CREATE INDEX job_by_kind ON job (kind, id);
  CREATE INDEX job_by_import ON job (import_id, id);
`

/** A job's row, its columns under the names that a job has. */
type StoredJobRow = Omit<Job, 'rate' | 'secondsLeft' | 'problem'> & { detail: string; problem: string | null }

const selected = `SELECT id, kind, state, title, import_id AS importId, detail, total, done, failed, requests, created AS createdAt,
  started AS startedAt, ended AS endedAt, problem FROM job`
const live = `('queued', 'running', 'paused')`
const ended: readonly Job['state'][] = ['finished', 'failed', 'cancelled']

/**
 * The jobs' part of the store. A job is made, and changes its state, with synchronous=FULL: what a person was told of
 * it survives a power failure. Its counts alone do not: its work counts anew. Rows are kept.
 * In one piece: its calls share the statements at its head.
 */
export function jobStore(session: Session): Stepped<JobStore> {
  const { db } = session
  const one = db.prepare<[number], StoredJobRow>(`${selected} WHERE id = ?`)
  const adding = db.prepare<[string, string, number | null, string, number]>(
    `INSERT INTO job (kind, state, title, import_id, detail, created) VALUES (?, 'queued', ?, ?, ?, ?)`,
  )
  const writing = db.prepare<[StoredJobRow]>(
    `UPDATE job SET state = @state, total = @total, done = @done, failed = @failed, requests = @requests, started = @startedAt,
       ended = @endedAt, problem = @problem WHERE id = @id`,
  )
  const dismissing = db.prepare<[number]>('UPDATE job SET dismissed = 1 WHERE id = ?')
  const counting = db.prepare<[number, number, number, number, number]>(
    'UPDATE job SET total = ?, done = ?, failed = ?, requests = ? WHERE id = ?',
  )
  const liveOnes = db.prepare<[], StoredJobRow>(`${selected} WHERE state IN ${live} ORDER BY id`)
  const lately = db.prepare<[number], StoredJobRow>(`${selected} WHERE dismissed = 0 AND ended >= ?`)
  const all = db.prepare<[number, number], StoredJobRow>(`${selected} ORDER BY id DESC LIMIT ? OFFSET ?`)
  const countAll = session.column<[], number>('SELECT count(*) FROM job')
  const ofKind = db.prepare<[string, number, number], StoredJobRow>(
    `${selected} WHERE kind = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const countOfKind = session.column<[string], number>('SELECT count(*) FROM job WHERE kind = ?')
  const ofImport = db.prepare<[number], StoredJobRow>(`${selected} WHERE import_id = ? ORDER BY id DESC`)

  const must = (id: number): StoredJobRow => {
    const row = one.get(id)
    if (row === undefined) throw problem('internal', { why: tell('jobs.jobs.thereIsNoJob', { id }) })
    return row
  }
  return {
    add: ({ kind, title, importId, detail, now }) =>
      session.write(() => {
        const { lastInsertRowid } = adding.run(
          kind,
          toldText(title),
          importId,
          JSON.stringify(detail ?? null),
          now,
        )
        return jobOf(must(Number(lastInsertRowid)))
      }, 'durable'),
    get: (id) =>
      session.read(() => {
        const row = one.get(id)
        return row === undefined ? null : recordOf(row)
      }),
    live: () => session.read(() => liveOnes.all().map(recordOf)),
    lately: (since) => session.read(() => lately.all(since).map(jobOf)),
    set: ({ id, state, now, problem: failure, progress }) =>
      session.write(() => {
        const row = must(id)
        row.state = state
        if (state === 'running') row.startedAt ??= now
        row.endedAt = ended.includes(state) ? now : null
        row.problem = failure === null ? null : JSON.stringify(failure)
        Object.assign(row, progress)
        writing.run(row)
        return jobOf(row)
      }, 'durable'),
    count: ({ id, progress: { total, done, failed, requests = 0 } }) =>
      session.write(() => {
        counting.run(total, done, failed, requests, id)
      }),
    dismiss: (id) =>
      session.write(() => {
        dismissing.run(must(id).id)
      }),
    page: ({ kind, slice: { limit, offset } }) =>
      session.read(() => {
        const rows = kind === null ? all.all(limit, offset) : ofKind.all(kind, limit, offset)
        const count = kind === null ? countAll.get() : countOfKind.get(kind)
        return { jobs: rows.map(jobOf), count: count ?? 0 }
      }),
    ofImport: (importId) => session.read(() => ofImport.all(importId).map(jobOf)),
  }
}

/** A program that ended in the middle of a job left it running. */
export function requeueJobs(session: Session): void {
  session.db.exec("UPDATE job SET state = 'queued' WHERE state = 'running'")
}

function recordOf(row: StoredJobRow): JobRecord {
  return { job: jobOf(row), detail: JSON.parse(row.detail) as unknown }
}

function jobOf({ problem: failure, title, requests, ...row }: StoredJobRow): Job {
  const found: unknown = failure === null ? null : JSON.parse(failure)
  const asked = requests === 0 ? {} : { requests }
  return jobSchema.parse({
    ...row,
    ...asked,
    ...shownTold(title),
    rate: null,
    secondsLeft: null,
    problem: found,
  })
}
