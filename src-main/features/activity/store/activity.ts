import type { Stepped, Session, SqlValue } from '../../../core/database/session'
import { saidText, shownTold, toldText } from '../../../../src-shared/messages/told'
import type { ActivityStore, NewActivity } from './api'
import { activityGroups } from './groups'
import {
  activityDetailSchema,
  activityEntrySchema,
  type ActivityDetail,
  type ActivityFilter,
} from '../../../../src-shared/bridge/activity'

/** An entry with its title as a sign and what was sent as JSON; its columns under the names that an entry has. */
type StoredActivity = Omit<ActivityDetail, 'told' | 'sent' | 'before' | 'answer' | 'job'> & {
  sent: string | null
  before: string | null
  answer: string | null
  job: number | null
}
const columnOf = (name: string) => ({ requestId: 'request_id', durationMs: 'duration' })[name] ?? name
const names = Object.keys(activityDetailSchema.unwrap().omit({ id: true, told: true }).shape)
const selected = `SELECT id, ${names.map((name) => `${columnOf(name)} AS ${name}`).join(', ')}`
const order = 'ORDER BY at DESC, id DESC'

/** The activity log's part of the store: every write to the service and every run, the newest first (docs/rules.md, rule 7). */
export function activityStore(session: Session): Stepped<ActivityStore> {
  const { db } = session
  const grouped = activityGroups(session)
  // The title of a row, for a search in the language that is spoken.
  db.function('said', (title) => saidText(String(title)))
  const adding = db.prepare<[StoredActivity]>(
    `INSERT INTO activity (${names.map(columnOf).join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
  )
  const writing = db.prepare<[StoredActivity]>(
    `UPDATE activity SET ${names.map((name) => `${columnOf(name)} = @${name}`).join(', ')} WHERE id = @id`,
  )
  const one = db.prepare<[number], StoredActivity>(`${selected} FROM activity WHERE id = ?`)
  const counting = session.column<[], number>('SELECT count(*) FROM activity')
  const find = (id: number) => {
    const row = one.get(id)
    return row === undefined ? null : fromRow(row)
  }
  return {
    add: (entry) =>
      session.write(() => {
        const id = Number(adding.run(toRow({ ...entry, id: 0 })).lastInsertRowid)
        grouped.place(id, entry)
        return id
      }),
    set: ({ id, ...changes }) =>
      session.write(() => {
        const found = find(id)
        if (found !== null)
          writing.run(toRow({ ...found, title: found.told ?? found.title, ...defined(changes) }))
      }),
    page: ({ filter, slice }) =>
      session.read(() => {
        const { from, where, values } = conditions(filter)
        const rows = db
          .prepare<SqlValue[], StoredActivity>(`${selected} FROM ${from} ${where} ${order} LIMIT ? OFFSET ?`)
          .all(...values, slice.limit, slice.offset)
        const total = counting.get() ?? 0
        const count =
          where === ''
            ? total
            : (session.column<SqlValue[], number>(`SELECT count(*) FROM ${from} ${where}`).get(...values) ??
              0)
        return { entries: rows.map((row) => activityEntrySchema.parse(fromRow(row))), count, total }
      }),
    heads: grouped.heads,
    parts: grouped.parts,
    get: (id) => session.read(() => find(id)),
  }
}

/**
 * An import adds a row for every write of it: what is not looked for at all is stepped over in an index. Which one is said,
 * since SQLite does not know that outcomes other than "done" are few.
 */
function conditions({ kind, outcome, search }: ActivityFilter) {
  const parts: string[] = []
  const values: SqlValue[] = []
  if (kind !== null) {
    parts.push('kind = ?')
    values.push(kind)
  }
  if (outcome !== null) {
    parts.push('outcome = ?')
    values.push(outcome)
  }
  for (const word of search.split(/\s+/).filter((part) => part !== '')) {
    parts.push(
      `(said(title) || ' ' || coalesce(path, '') || ' ' || coalesce(request_id, '')) LIKE ? ESCAPE '\\'`,
    )
    values.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)
  }
  const index = outcome !== null ? 'activity_by_outcome' : kind !== null ? 'activity_by_kind' : null
  return {
    from: index === null ? 'activity' : `activity INDEXED BY ${index}`,
    where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`,
    values,
  }
}

/** What was left out stays; undefined is left out. */
function defined<T extends object>(changes: T): T {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T
}

function toRow({
  title,
  sent,
  before,
  answer = null,
  job = null,
  ...entry
}: NewActivity & { id: number }): StoredActivity {
  const text = (value: unknown) => (value == null ? null : JSON.stringify(value))
  return { ...entry, title: toldText(title), sent: text(sent), before: text(before), answer, job }
}

function fromRow({ title, sent, before, problem, ...entry }: StoredActivity): ActivityDetail {
  const shown = { ...shownTold(title), problem: problem && saidText(problem) }
  return activityDetailSchema.parse({ ...entry, ...shown, sent: read(sent), before: read(before) })
}

function read(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}
