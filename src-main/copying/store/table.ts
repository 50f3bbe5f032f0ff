import { tell } from '../../../src-shared/messages/told'
import type { Statement } from 'better-sqlite3'
import type { Slice } from '../../../src-shared/bridge/base'
import type { Resource, Run, RunMode, RunState } from '../../../src-shared/bridge/sync'
import { runSchema } from '../../../src-shared/bridge/sync'
import { problem } from '../../core/problems'
import type { Session } from '../../core/database/session'

/** A run's row, its columns under the names that a run has. */
type RunRow = Omit<Run, 'problem'> & { seen: number; problem: string | null; bookmark: string | null }

/** A run with what only the cache needs: where it goes on, and how many rows it has seen. */
export interface StoredRun {
  run: Run
  bookmark: unknown
  seen: number
}

const live = `('queued', 'running', 'paused', 'asking')`
const selected = `SELECT id, resource, mode, state, cause, started AS startedAt, ended AS endedAt, pages, received, added,
  changed, unchanged, removed, seen, expected, rate, seconds_left AS secondsLeft, note, problem, bookmark FROM run`

/** Every statement over the table of runs. */
export class RunTable {
  private readonly one: Statement<[number], RunRow>
  private readonly adding: Statement<[string, string, string, string, number]>
  private readonly writing: Statement<[RunRow]>
  private readonly liveOnes: Statement<[], RunRow>
  private readonly liveByResource: Statement<[string], RunRow>
  private readonly ended: Statement<[string, string | null, string | null], RunRow>

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare(`${selected} WHERE id = ?`)
    this.adding = db.prepare('INSERT INTO run (resource, mode, state, cause, started) VALUES (?, ?, ?, ?, ?)')
    this.writing = db.prepare(
      `UPDATE run SET state = @state, ended = @endedAt, pages = @pages, received = @received, added = @added,
         changed = @changed, unchanged = @unchanged, removed = @removed, seen = @seen, expected = @expected, rate = @rate,
         seconds_left = @secondsLeft, note = @note, problem = @problem, bookmark = @bookmark
       WHERE id = @id`,
    )
    this.liveOnes = db.prepare(`${selected} WHERE state IN ${live} ORDER BY id`)
    this.liveByResource = db.prepare(`${selected} WHERE resource = ? AND state IN ${live} ORDER BY id`)
    this.ended = db.prepare(
      `${selected} WHERE resource = ? AND state NOT IN ${live}
         AND state = coalesce(?, state) AND mode = coalesce(?, mode) ORDER BY id DESC LIMIT 1`,
    )
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
    if (found === null) throw problem('internal', { why: tell('copying.table.thereIsNoRun', { id }) })
    return found
  }

  write({ run, bookmark, seen }: StoredRun): void {
    this.writing.run({
      ...run,
      seen,
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
      .prepare<[number, number], RunRow>(`${selected} ORDER BY id DESC LIMIT ? OFFSET ?`)
      .all(limit, offset)
    const count = this.session.column<[], number>('SELECT count(*) FROM run').get() ?? 0
    return { runs: rows.map((row) => read(row).run), count }
  }

  /** The last run of a resource that ended; with `state` and `mode`, the last of these. */
  lastEnded(resource: Resource, which: { state?: RunState; mode?: RunMode } = {}): Run | null {
    const row = this.ended.get(resource, which.state ?? null, which.mode ?? null)
    return row === undefined ? null : read(row).run
  }

  /** Ended runs of a resource that still hold what they saw, the newest first. */
  withSeen(resource: Resource): { id: number; mode: RunMode; state: RunState; started: number }[] {
    return this.session.db
      .prepare<[string], RunRow>(
        `${selected} WHERE resource = ? AND id IN (SELECT DISTINCT run FROM run_seen) ORDER BY id DESC`,
      )
      .all(resource)
      .map(({ id, mode, state, startedAt: started }) => ({ id, mode, state, started }))
  }
}

function read({ seen, problem: failure, bookmark, ...run }: RunRow): StoredRun {
  return {
    run: runSchema.parse({ ...run, problem: failure === null ? null : JSON.parse(failure) }),
    bookmark: bookmark === null ? null : (JSON.parse(bookmark) as unknown),
    seen,
  }
}
