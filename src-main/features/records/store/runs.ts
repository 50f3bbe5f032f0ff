import { tell } from '../../../../src-shared/messages/told'
import type { Statement } from 'better-sqlite3'
import type { Slice } from '../../../../src-shared/bridge/base'
import { recordRunSchema, type RecordRun } from '../../../../src-shared/bridge/records'
import { problem } from '../../../core/problems'
import type { Session } from '../../../core/database/session'

interface RunColumns {
  id: number
  source: number
  state: string
  seen: number
  run: string
  bookmark: string | null
}

/** A run with what only the cache needs: its source, how many rows it has seen, and where it goes on. */
export interface StoredRecordRun {
  run: RecordRun
  source: number
  seen: number
  bookmark: unknown
}

const live = `('queued', 'running', 'paused', 'asking')`

/** Every statement over the runs of records. */
export class RecordRuns {
  private readonly one: Statement<[number], RunColumns>
  private readonly writing: Statement<[RunColumns]>
  private readonly liveOf: Statement<[number], RunColumns>
  private readonly endedOf: Statement<[number], RunColumns>
  private readonly finishedOf: Statement<[number], RunColumns>
  private readonly earlierOf: Statement<[number, number], RunColumns>

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare('SELECT * FROM record_run WHERE id = ?')
    this.writing = db.prepare(
      'UPDATE record_run SET state = @state, seen = @seen, run = @run, bookmark = @bookmark WHERE id = @id',
    )
    const newest = 'SELECT * FROM record_run WHERE source = ? AND state'
    this.liveOf = db.prepare(`${newest} IN ${live} ORDER BY id DESC LIMIT 1`)
    this.endedOf = db.prepare(`${newest} NOT IN ${live} ORDER BY id DESC LIMIT 1`)
    this.finishedOf = db.prepare(`${newest} = 'finished' ORDER BY id DESC LIMIT 1`)
    this.earlierOf = db.prepare(`${newest} = 'finished' AND id < ? ORDER BY id DESC LIMIT 1`)
  }

  /** Within a transaction. */
  add(source: number, run: Omit<RecordRun, 'id'>): StoredRecordRun {
    const { lastInsertRowid } = this.session.db
      .prepare<[number, string, string]>('INSERT INTO record_run (source, state, run) VALUES (?, ?, ?)')
      .run(source, run.state, JSON.stringify({ ...run, id: 0 }))
    return this.must(Number(lastInsertRowid))
  }

  get(id: number): StoredRecordRun | null {
    const row = this.one.get(id)
    return row === undefined ? null : read(row)
  }

  /** The run of an id that the caller was given by us; it may have been deleted with its connection. */
  must(id: number): StoredRecordRun {
    const found = this.get(id)
    if (!found) throw problem('cancelled', { why: tell('records.runs.theConnectionOfThis') })
    return found
  }

  /** Within a transaction. */
  write({ run, source, seen, bookmark }: StoredRecordRun): void {
    this.writing.run({
      id: run.id,
      source,
      state: run.state,
      seen,
      run: JSON.stringify(run),
      bookmark: bookmark == null ? null : JSON.stringify(bookmark),
    })
  }

  live(): StoredRecordRun[] {
    return this.session.db
      .prepare<[], RunColumns>(`SELECT * FROM record_run WHERE state IN ${live} ORDER BY id`)
      .all()
      .map(read)
  }

  liveRun(source: number): RecordRun | null {
    return readRun(this.liveOf.get(source))
  }

  lastEnded(source: number): RecordRun | null {
    return readRun(this.endedOf.get(source))
  }

  lastFinished(source: number): RecordRun | null {
    return readRun(this.finishedOf.get(source))
  }

  /** The run of a source that is under way, or was finished last, unless it is the first: all that it found was new. */
  lastAfterFirst(source: number): RecordRun | null {
    const last = this.liveRun(source) ?? this.lastFinished(source)
    return last !== null && this.earlierOf.get(source, last.id) !== undefined ? last : null
  }

  /** A program that ended in the middle of a run left it running. */
  requeue(): void {
    for (const stored of this.live()) {
      if (stored.run.state === 'running') this.write({ ...stored, run: { ...stored.run, state: 'queued' } })
    }
  }

  /** The newest first. */
  page(source: number, { offset, limit }: Slice): { runs: RecordRun[]; count: number } {
    const { db } = this.session
    const rows = db
      .prepare<[number, number, number], RunColumns>(
        'SELECT * FROM record_run WHERE source = ? ORDER BY id DESC LIMIT ? OFFSET ?',
      )
      .all(source, limit, offset)
    const count = this.session
      .column<[number], number>('SELECT count(*) FROM record_run WHERE source = ?')
      .get(source)
    return { runs: rows.map((row) => read(row).run), count: count ?? 0 }
  }
}

function readRun(row: RunColumns | undefined): RecordRun | null {
  return row === undefined ? null : read(row).run
}

function read({ id, source, seen, run, bookmark }: RunColumns): StoredRecordRun {
  return {
    run: { ...recordRunSchema.parse(JSON.parse(run)), id },
    source,
    seen,
    bookmark: bookmark === null ? null : (JSON.parse(bookmark) as unknown),
  }
}
