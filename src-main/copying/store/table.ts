import type { Statement } from 'better-sqlite3'
import type { Slice } from '../../../src-shared/bridge/base'
import type { Resource, Run, RunMode, RunState } from '../../../src-shared/bridge/sync'
import { resourceSchema, runModeSchema, runSchema, runStateSchema } from '../../../src-shared/bridge/sync'
import { problemSchema, type Problem } from '../../../src-shared/problem'
import { problem } from '../../core/problems'
import type { Session } from '../../core/database/session'

interface RunRow {
  id: number
  resource: string
  mode: string
  state: string
  cause: string
  started: number
  ended: number | null
  pages: number
  received: number
  added: number
  changed: number
  unchanged: number
  removed: number
  seen: number
  expected: number | null
  rate: number | null
  seconds_left: number | null
  note: string | null
  problem: string | null
  bookmark: string | null
}

/** A run with what only the cache needs: where it goes on, and how many rows it has seen. */
export interface StoredRun {
  run: Run
  bookmark: unknown
  seen: number
}

const live = `('queued', 'running', 'paused', 'asking')`
const columns = [
  'state',
  'ended',
  'pages',
  'received',
  'added',
  'changed',
  'unchanged',
  'removed',
  'seen',
  'expected',
  'rate',
  'seconds_left',
  'note',
  'problem',
  'bookmark',
]

/** Every statement over the table of runs. */
export class RunTable {
  private readonly one: Statement<[number], RunRow>
  private readonly adding: Statement<[string, string, string, string, number]>
  private readonly writing: Statement<[RunRow]>
  private readonly liveOnes: Statement<[], RunRow>
  private readonly liveByResource: Statement<[string], RunRow>

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare('SELECT * FROM run WHERE id = ?')
    this.adding = db.prepare('INSERT INTO run (resource, mode, state, cause, started) VALUES (?, ?, ?, ?, ?)')
    this.writing = db.prepare(
      `UPDATE run SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
    )
    this.liveOnes = db.prepare(`SELECT * FROM run WHERE state IN ${live} ORDER BY id`)
    this.liveByResource = db.prepare(`SELECT * FROM run WHERE resource = ? AND state IN ${live} ORDER BY id`)
  }

  add(resource: Resource, mode: RunMode, cause: Run['cause'], started: number): StoredRun {
    const { lastInsertRowid } = this.adding.run(resource, mode, 'queued', cause, started)
    return this.must(Number(lastInsertRowid))
  }

  get(id: number): StoredRun | null {
    const row = this.one.get(id)
    return row === undefined ? null : read(row)
  }

  /** The run of an id that the caller was given by us. */
  must(id: number): StoredRun {
    const found = this.get(id)
    if (found === null) throw problem('internal', { why: `There is no run ${id}.` })
    return found
  }

  write({ run, bookmark, seen }: StoredRun): void {
    this.writing.run({
      id: run.id,
      resource: run.resource,
      mode: run.mode,
      state: run.state,
      cause: run.cause,
      started: run.startedAt,
      ended: run.endedAt,
      pages: run.pages,
      received: run.received,
      added: run.added,
      changed: run.changed,
      unchanged: run.unchanged,
      removed: run.removed,
      seen,
      expected: run.expected,
      rate: run.rate,
      seconds_left: run.secondsLeft,
      note: run.note,
      problem: run.problem === null ? null : JSON.stringify(run.problem),
      bookmark: bookmark == null ? null : JSON.stringify(bookmark),
    })
  }

  live(): StoredRun[] {
    return this.liveOnes.all().map(read)
  }

  liveOf(resource: Resource): StoredRun[] {
    return this.liveByResource.all(resource).map(read)
  }

  /** A program that ended in the middle of a run left it running. */
  requeue(): void {
    this.session.db.exec("UPDATE run SET state = 'queued' WHERE state = 'running'")
  }

  /** The newest first. */
  page({ offset, limit }: Slice): { runs: Run[]; count: number } {
    const { db } = this.session
    const rows = db
      .prepare<[number, number], RunRow>('SELECT * FROM run ORDER BY id DESC LIMIT ? OFFSET ?')
      .all(limit, offset)
    const count = db.prepare<[], number>('SELECT count(*) FROM run').pluck().get() ?? 0
    return { runs: rows.map((row) => read(row).run), count }
  }

  /** The last run of a resource that ended; with `state` and `mode`, the last of these. */
  lastEnded(resource: Resource, which: { state?: RunState; mode?: RunMode } = {}): Run | null {
    const row = this.session.db
      .prepare<[string, string | null, string | null], RunRow>(
        `SELECT * FROM run WHERE resource = ? AND state NOT IN ${live}
           AND state = coalesce(?, state) AND mode = coalesce(?, mode) ORDER BY id DESC LIMIT 1`,
      )
      .get(resource, which.state ?? null, which.mode ?? null)
    return row === undefined ? null : read(row).run
  }

  /** Ended runs of a resource that still hold what they saw, the newest first. */
  withSeen(resource: Resource): { id: number; mode: RunMode; state: RunState; started: number }[] {
    return this.session.db
      .prepare<[string], RunRow>(
        `SELECT * FROM run WHERE resource = ? AND id IN (SELECT DISTINCT run FROM run_seen) ORDER BY id DESC`,
      )
      .all(resource)
      .map((row) => ({
        id: row.id,
        mode: runModeSchema.parse(row.mode),
        state: runStateSchema.parse(row.state),
        started: row.started,
      }))
  }
}

const causeSchema = runSchema.shape.cause

function read(row: RunRow): StoredRun {
  const failure: Problem | null = row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem))
  return {
    run: {
      id: row.id,
      resource: resourceSchema.parse(row.resource),
      mode: runModeSchema.parse(row.mode),
      state: runStateSchema.parse(row.state),
      cause: causeSchema.parse(row.cause),
      startedAt: row.started,
      endedAt: row.ended,
      pages: row.pages,
      received: row.received,
      added: row.added,
      changed: row.changed,
      unchanged: row.unchanged,
      removed: row.removed,
      expected: row.expected,
      rate: row.rate,
      secondsLeft: row.seconds_left,
      note: row.note,
      problem: failure,
    },
    bookmark: row.bookmark === null ? null : (JSON.parse(row.bookmark) as unknown),
    seen: row.seen,
  }
}
