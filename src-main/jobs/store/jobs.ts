import type { Stepped } from '../../core/database/steps'
import type { JobStore } from './api'
import type { Statement } from 'better-sqlite3'
import { z } from 'zod'
import { jobSchema, type Job } from '../../../src-shared/bridge/jobs'
import { problemSchema } from '../../../src-shared/problem'
import { problem } from '../../core/problems'
import type { Session } from '../../core/database/session'
import type { JobRecord } from './api'

const rowSchema = z.object({
  id: z.number(),
  kind: jobSchema.shape.kind,
  state: jobSchema.shape.state,
  title: z.string(),
  import_id: z.number().nullable(),
  detail: z.string(),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  created: z.number(),
  started: z.number().nullable(),
  ended: z.number().nullable(),
  problem: z.string().nullable(),
  dismissed: z.number(),
})
type StoredJobRow = z.infer<typeof rowSchema>

const live = `('queued', 'running', 'paused')`
const ended: readonly Job['state'][] = ['finished', 'failed', 'cancelled']
const columns = Object.keys(rowSchema.shape).filter((name) => name !== 'id')

/**
 * The jobs' part of the store. A job is made, and changes its state, with synchronous=FULL: what a person was told of
 * it survives a power failure. Its counts alone do not: its work counts anew. Rows are kept.
 * In one piece: its calls share the statements at its head.
 */
export function jobStore(session: Session): Stepped<JobStore> {
  const { db } = session
  const one = db.prepare<[number], unknown>('SELECT * FROM job WHERE id = ?')
  const adding: Statement<[StoredJobRow]> = db.prepare(
    `INSERT INTO job (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const writing: Statement<[StoredJobRow]> = db.prepare(
    `UPDATE job SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  )
  const counting = db.prepare<[number, number, number, number]>(
    'UPDATE job SET total = ?, done = ?, failed = ? WHERE id = ?',
  )
  const liveOnes = db.prepare<[], unknown>(`SELECT * FROM job WHERE state IN ${live} ORDER BY id`)
  const lately = db.prepare<[number], unknown>('SELECT * FROM job WHERE dismissed = 0 AND ended >= ?')
  const all = db.prepare<[number, number], unknown>('SELECT * FROM job ORDER BY id DESC LIMIT ? OFFSET ?')
  const countAll = db.prepare<[], number>('SELECT count(*) FROM job').pluck()
  const ofKind = db.prepare<[string, number, number], unknown>(
    'SELECT * FROM job WHERE kind = ? ORDER BY id DESC LIMIT ? OFFSET ?',
  )
  const countOfKind = db.prepare<[string], number>('SELECT count(*) FROM job WHERE kind = ?').pluck()
  const ofImport = db.prepare<[number], unknown>('SELECT * FROM job WHERE import_id = ? ORDER BY id DESC')

  const find = (id: number): StoredJobRow | null => {
    const row = one.get(id)
    return row === undefined ? null : rowSchema.parse(row)
  }
  const must = (id: number): StoredJobRow => {
    const row = find(id)
    if (row === null) throw problem('internal', { why: `There is no job ${id}.` })
    return row
  }

  return {
    add: ({ kind, title, importId, detail, now }) =>
      session.write(() => {
        const row: StoredJobRow = {
          id: 0,
          kind,
          state: 'queued',
          title,
          import_id: importId,
          detail: JSON.stringify(detail ?? null),
          total: 0,
          done: 0,
          failed: 0,
          created: now,
          started: null,
          ended: null,
          problem: null,
          dismissed: 0,
        }
        return jobOf(must(Number(adding.run(row).lastInsertRowid)))
      }, 'durable'),
    get: (id) =>
      session.read(() => {
        const row = find(id)
        return row === null ? null : recordOf(row)
      }),
    live: () => session.read(() => liveOnes.all().map((row) => recordOf(rowSchema.parse(row)))),
    lately: (since) => session.read(() => lately.all(since).map((row) => jobOf(rowSchema.parse(row)))),
    set: ({ id, state, now, problem: failure, progress }) =>
      session.write(() => {
        const row = must(id)
        row.state = state
        if (state === 'running') row.started ??= now
        row.ended = ended.includes(state) ? now : null
        row.problem = failure === null ? null : JSON.stringify(failure)
        Object.assign(row, progress)
        writing.run(row)
        return jobOf(row)
      }, 'durable'),
    count: ({ id, progress: { total, done, failed } }) =>
      session.write(() => {
        counting.run(total, done, failed, id)
      }),
    dismiss: (id) =>
      session.write(() => {
        writing.run({ ...must(id), dismissed: 1 })
      }),
    page: ({ kind, slice: { limit, offset } }) =>
      session.read(() => {
        const rows = kind === null ? all.all(limit, offset) : ofKind.all(kind, limit, offset)
        const count = kind === null ? countAll.get() : countOfKind.get(kind)
        return { jobs: rows.map((row) => jobOf(rowSchema.parse(row))), count: count ?? 0 }
      }),
    ofImport: (importId) =>
      session.read(() => ofImport.all(importId).map((row) => jobOf(rowSchema.parse(row)))),
  }
}

/** A program that ended in the middle of a job left it running. */
export function requeueJobs(session: Session): void {
  session.db.exec("UPDATE job SET state = 'queued' WHERE state = 'running'")
}

function recordOf(row: StoredJobRow): JobRecord {
  return { job: jobOf(row), detail: JSON.parse(row.detail) as unknown }
}

function jobOf(row: StoredJobRow): Job {
  const { id, kind, state, title, total, done, failed } = row
  return {
    id,
    kind,
    state,
    title,
    importId: row.import_id,
    total,
    done,
    failed,
    createdAt: row.created,
    startedAt: row.started,
    endedAt: row.ended,
    rate: null,
    secondsLeft: null,
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
  }
}
