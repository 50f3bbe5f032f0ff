import type { Stepped, Session, SqlValue } from '../../../core/database/session'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import {
  projectActivityRowSchema,
  type ProjectActivityFilter,
  type ProjectActivityKind,
  type ProjectActivityRow,
} from '../../../../src-shared/bridge/project-activity'
import type { Slice } from '../../../../src-shared/bridge/base'

/**
 * What the service tells of the project: what went on, the newest of it without a gap, and what will be sent. Times are
 * milliseconds since 1970. `project_activity_reading` is the one row of the last reading: `whole` where nothing older is.
 */
export const projectActivityTables = `
  CREATE TABLE project_activity (
    id TEXT NOT NULL,
    ahead INTEGER NOT NULL CHECK (ahead IN (0, 1)),
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    contact_id TEXT,
    email TEXT,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    amount INTEGER,
    PRIMARY KEY (ahead, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_activity_by_time ON project_activity (ahead, at, id);
  CREATE TABLE project_activity_reading (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    whole INTEGER NOT NULL CHECK (whole IN (0, 1))
  ) STRICT;
`

/** The part of the store that holds what the service tells of the project. */
export interface ProjectActivityStore {
  /**
   * Keeps what was read at `now` (milliseconds since 1970); answers with how many of it are new. `alone`: what was here is
   * not what comes after it, and goes. `whole`: nothing is older; null leaves what is known of that.
   */
  keep(input: { rows: ProjectActivityRow[]; now: number; alone: boolean; whole: boolean | null }): number
  /** What will be sent, instead of what was said before. */
  putUpcoming(rows: ProjectActivityRow[]): void
  /** The newest first. */
  page(input: { filter: ProjectActivityFilter; slice: Slice }): {
    rows: ProjectActivityRow[]
    count: number
    total: number
    asOf: number | null
    whole: boolean
  }
  /** The next first. */
  upcoming(): ProjectActivityRow[]
  /** Whether all of these are here. */
  knows(ids: string[]): boolean
  /** What goes on before all others that are here; null: there is none. */
  oldest(): ProjectActivityRow | null
}

const readingSchema = lazyObject(() => ({ at: z.number(), whole: z.number() }))
const columns = 'id, type, at, contact_id AS contactId, email, what, about, amount'

const kinds: Record<ProjectActivityKind, string> = {
  mail: "type LIKE 'email.%'",
  event: "type LIKE 'event.%'",
  workflow: "type LIKE 'workflow.%'",
}

/** This part, over a session. In one piece: its calls share the statements at its head. */
export function projectActivityStore(session: Session): Stepped<ProjectActivityStore> {
  const { db } = session
  const adding = db.prepare<[Record<string, SqlValue>]>(
    `INSERT INTO project_activity (id, ahead, type, at, contact_id, email, what, about, amount)
     VALUES (@id, @ahead, @type, @at, @contactId, @email, @what, @about, @amount)
     ON CONFLICT DO UPDATE SET type = @type, at = @at, contact_id = @contactId, email = @email, what = @what,
       about = @about, amount = @amount`,
  )
  const known = db.prepare<[string], unknown>('SELECT 1 FROM project_activity WHERE ahead = 0 AND id = ?')
  const emptying = db.prepare<[number]>('DELETE FROM project_activity WHERE ahead = ?')
  const noting = db.prepare<[number, number]>(
    `INSERT INTO project_activity_reading (one, at, whole) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, whole = excluded.whole`,
  )
  const reading = db.prepare<[], unknown>('SELECT at, whole FROM project_activity_reading WHERE one = 1')
  const counting = session.column<[], number>('SELECT count(*) FROM project_activity WHERE ahead = 0')
  const oldest = db.prepare<[], unknown>(
    `SELECT ${columns} FROM project_activity WHERE ahead = 0 ORDER BY at, id LIMIT 1`,
  )
  const coming = db.prepare<[], unknown>(
    `SELECT ${columns} FROM project_activity WHERE ahead = 1 ORDER BY at, id`,
  )
  const lastReading = () => {
    const row = reading.get()
    return row === undefined ? null : readingSchema.parse(row)
  }
  const read = (row: unknown) => projectActivityRowSchema.parse(row)
  return {
    keep: ({ rows, now, alone, whole }) =>
      session.write(() => {
        const unknown = rows.map(({ id }) => id).filter((id) => known.get(id) === undefined)
        if (alone) emptying.run(0)
        for (const row of rows) adding.run({ ...row, ahead: 0 })
        noting.run(now, Number(whole ?? lastReading()?.whole === 1))
        return new Set(unknown).size
      }),
    putUpcoming: (rows) =>
      session.write(() => {
        emptying.run(1)
        for (const row of rows) adding.run({ ...row, ahead: 1 })
      }),
    page: ({ filter, slice }) =>
      session.read(() => {
        const { where, values } = conditions(filter)
        const rows = db
          .prepare<SqlValue[], unknown>(
            `SELECT ${columns} FROM project_activity WHERE ${where} ORDER BY at DESC, id DESC LIMIT ? OFFSET ?`,
          )
          .all(...values, slice.limit, slice.offset)
        const total = counting.get() ?? 0
        const found = session.column<SqlValue[], number>(
          `SELECT count(*) FROM project_activity WHERE ${where}`,
        )
        const last = lastReading()
        return {
          rows: rows.map(read),
          count: values.length === 0 && filter.kind === null ? total : (found.get(...values) ?? 0),
          total,
          asOf: last?.at ?? null,
          whole: last?.whole === 1,
        }
      }),
    knows: (ids) => session.read(() => ids.every((id) => known.get(id) !== undefined)),
    upcoming: () => session.read(() => coming.all().map(read)),
    oldest: () =>
      session.read(() => {
        const row = oldest.get()
        return row === undefined ? null : read(row)
      }),
  }
}

function conditions({ kind, search }: ProjectActivityFilter): { where: string; values: SqlValue[] } {
  const parts = ['ahead = 0']
  const values: SqlValue[] = []
  if (kind !== null) parts.push(kinds[kind])
  for (const word of search.split(/\s+/).filter((part) => part !== '')) {
    parts.push(`(type || ' ' || coalesce(email, '') || ' ' || what || ' ' || about) LIKE ? ESCAPE '\\'`)
    values.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)
  }
  return { where: parts.join(' AND '), values }
}
