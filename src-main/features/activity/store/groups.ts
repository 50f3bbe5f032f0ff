import {
  activityHeadSchema,
  activityPartSchema,
  type HeadFilter,
} from '../../../../src-shared/bridge/activity'
import { shownTold, toldOf, type Told } from '../../../../src-shared/messages/told'
import type { Session, SqlValue } from '../../../core/database/session'
import type { ActivityStore, NewActivity } from './api'

const fields =
  'id, at, kind, cause, title, outcome, method, path, status, request_id AS requestId, duration AS durationMs'

/** Runs that a person asked for are one where they began so soon after each other, in milliseconds. */
const togetherMs = 60_000

const failing = "outcome IN ('failed', 'unknown')"
const mine = "(cause IN ('person', 'outbox') OR job IS NOT NULL)"

/** "+" keeps the planner on the order of the list. */
const hasFailures = `+id IN (SELECT coalesce(part_of, id) FROM activity INDEXED BY activity_by_outcome WHERE ${failing})`

/** Signs of runs that follow each other: quick refreshes of contacts and of events are one. */
const joined = ['told.quickRefresh', 'told.fullRun']
const signOf = (told: Told) => (typeof told === 'string' ? null : told.say)

/** Entries of the activity log as parts of others. In one piece: its calls share the statements at its head. */
export function activityGroups(session: Session) {
  const { db } = session
  const one = (sql: string) => db.prepare<SqlValue[], Record<string, number | null>>(sql)
  const newest = db.prepare<
    [number],
    { id: number; at: number; kind: string; cause: string; title: string; job: number | null }
  >(
    'SELECT id, at, kind, cause, title, job FROM activity WHERE part_of IS NULL AND id <> ? ORDER BY at DESC, id DESC LIMIT 4',
  )
  const ofJob = session.column<[number], number>(
    "SELECT id FROM activity WHERE kind = 'run' AND job = ? ORDER BY id DESC LIMIT 1",
  )
  const join = db.prepare<[number, number]>('UPDATE activity SET part_of = ? WHERE id = ?')
  const grow = db.prepare<[number, number]>(
    'UPDATE activity SET since = coalesce(since, at), at = ? WHERE id = ?',
  )
  const counts = one(
    `SELECT count(*) AS parts, coalesce(sum(${failing}), 0) AS failedParts,
       coalesce(sum(outcome = 'running'), 0) AS runningParts FROM activity WHERE part_of = ?`,
  )
  const told = (name: string) => `coalesce(sum(json_extract(sent, '$.${name}')), 0) AS ${name}`
  const brought = one(
    `SELECT ${['pages', 'added', 'changed', 'removed'].map(told).join(', ')} FROM activity
     WHERE part_of = ? AND kind = 'run'`,
  )
  const part = db.prepare<
    [number, number, number],
    { title: string; sent: string | null; before: string | null }
  >(
    `SELECT ${fields}, sent, before FROM activity WHERE part_of = ?
     ORDER BY (${failing}) DESC, at DESC, id DESC LIMIT ? OFFSET ?`,
  )
  const totals = one(
    `SELECT (SELECT count(*) FROM activity WHERE part_of IS NULL) AS total,
       (SELECT count(*) FROM activity WHERE kind = 'write') AS writes,
       (SELECT count(*) FROM activity WHERE part_of IS NULL AND ${hasFailures}) AS failures`,
  )
  const number = (row: Record<string, number | null> | undefined, name: string) => Number(row?.[name] ?? 0)

  function headOf({ title, sent, before, job, ...row }: HeadRow): unknown {
    const found = counts.get(row.id)
    const own = asCounts(sent)
    const parts = number(found, 'parts')
    const isRun = row.kind === 'run' && job === null && 'pages' in own
    const others = isRun ? brought.get(row.id) : undefined
    const both = (name: string) => (own[name] ?? 0) + number(others, name)
    return {
      ...row,
      ...shownTold(title),
      ...(row.kind === 'write' && withJson({ title, sent, before })),
      parts,
      failedParts: number(found, 'failedParts'),
      runningParts: number(found, 'runningParts'),
      requests: row.kind === 'write' ? 1 : isRun ? both('pages') : parts + (own.requests ?? 0),
      brought: isRun ? { added: both('added'), changed: both('changed'), removed: both('removed') } : null,
      work:
        job === null ? null : { job, total: own.total ?? 0, done: own.done ?? 0, failed: own.failed ?? 0 },
    }
  }

  return {
    /** Makes an entry that was added a part of another, where it is one. */
    place(id: number, { at, kind, cause, title, job }: NewActivity): void {
      if (kind === 'write') {
        const head = job == null ? undefined : ofJob.get(job)
        if (head !== undefined) join.run(head, id)
        return
      }
      const sign = signOf(title)
      if (job != null || sign === null || !joined.includes(sign)) return
      // A refresh by the clock is of several kinds by turns: those that follow each other are looked through.
      for (const head of newest.all(id)) {
        if (head.kind !== 'run' || head.job !== null || head.cause !== cause) return
        if (cause === 'person' && at - head.at > togetherMs) return
        if (signOf(toldOf(head.title)) !== sign) continue
        join.run(head.id, id)
        grow.run(at, head.id)
        return
      }
    },
    heads: (({ filter, slice }) =>
      session.read(() => {
        const { where, values } = conditions(filter)
        const rows = db
          .prepare<SqlValue[], HeadRow>(
            `SELECT ${fields}, since, sent, before, job FROM activity WHERE ${where} ORDER BY at DESC, id DESC LIMIT ? OFFSET ?`,
          )
          .all(...values, slice.limit, slice.offset)
        const count = session.column<SqlValue[], number>(`SELECT count(*) FROM activity WHERE ${where}`)
        const all = totals.get()
        return {
          heads: rows.map((row) => activityHeadSchema.parse(headOf(row))),
          count: count.get(...values) ?? 0,
          total: number(all, 'total'),
          writes: number(all, 'writes'),
          failures: number(all, 'failures'),
        }
      })) satisfies ActivityStore['heads'],
    parts: (({ id, slice }) =>
      session.read(() => ({
        parts: part.all(id, slice.limit, slice.offset).map((row) => activityPartSchema.parse(withJson(row))),
        count: number(counts.get(id), 'parts'),
      }))) satisfies ActivityStore['parts'],
  }
}

interface HeadRow {
  id: number
  kind: string
  title: string
  sent: string | null
  before: string | null
  job: number | null
}

function conditions({ who, failures, outcome, from, search }: HeadFilter): {
  where: string
  values: SqlValue[]
} {
  const words = search.split(/\s+/).filter((part) => part !== '')
  const parts = words.length === 0 ? ['part_of IS NULL'] : []
  const values: SqlValue[] = []
  if (who !== null) parts.push(who === 'mine' ? mine : `NOT ${mine}`)
  if (failures) parts.push(hasFailures)
  if (outcome !== null) {
    parts.push('outcome = ?')
    values.push(outcome)
  }
  if (from !== null) {
    parts.push('at >= ?')
    values.push(from)
  }
  for (const word of words) {
    parts.push(
      `(said(title) || ' ' || coalesce(path, '') || ' ' || coalesce(request_id, '')) LIKE ? ESCAPE '\\'`,
    )
    values.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)
  }
  return { where: parts.join(' AND '), values }
}

/** The numbers in what is kept of a run or a job. */
function asCounts(sent: string | null): Partial<Record<string, number>> {
  const value: unknown = sent === null ? null : JSON.parse(sent)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === 'number'))
}

/** A row with what was written and what was there before as values. */
function withJson<T extends { title: string; sent: string | null; before: string | null }>(row: T) {
  const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
  return { ...row, ...shownTold(row.title), sent: json(row.sent), before: json(row.before) }
}
