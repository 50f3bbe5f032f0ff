import type { Statement } from 'better-sqlite3'
import type { Slice } from '../../../../src-shared/bridge/base'
import { NumberedTable } from '../../../core/database/numbered-table'
import { PlaceMarks } from '../../../core/database/place-marks'
import type { Session, SqlValue } from '../../../core/database/session'
import { absent } from '../../../core/database/time'
import type { EventColumns, StoredEvent } from './record'

const all = 'row, created, name, id, contact_id, data, rest'

/** A span of time and names: what SQLite's own indexes can answer. Inclusive from, exclusive to. */
export interface EventSpan {
  /** Numbers of names; null is every name. */
  names: readonly number[] | null
  from: number | null
  to: number | null
}

/** A place in the list's order. */
type EventPlace = Pick<StoredEvent, 'created' | 'row'>
type TimedName = Pick<StoredEvent, 'name' | 'created'>

/** Every statement over the table of events. */
export class EventTable extends NumberedTable<StoredEvent> {
  private readonly adding: Statement<
    [number, number, number, string, string | null, string | null, string | null]
  >
  private readonly changing: Statement<[number, number, string | null, string | null, string | null, number]>
  private readonly rowsBetween: Statement<[number, number], number>
  private readonly timed: Statement<[number, number], TimedName>
  private readonly marks = new PlaceMarks<EventPlace>()

  constructor(private readonly session: Session) {
    super(session, 'event', all)
    const { db } = session
    this.adding = db.prepare(`INSERT INTO event (${all}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
    this.changing = db.prepare(
      'UPDATE event SET created = ?, name = ?, contact_id = ?, data = ?, rest = ? WHERE row = ?',
    )
    this.timed = db.prepare('SELECT name, created FROM event WHERE row = ? AND created > ?')
    this.rowsBetween = session.column('SELECT row FROM event WHERE row BETWEEN ? AND ?')
  }

  /** Adds an event and returns its row. */
  add({ created, name, id, contact_id, data, rest }: EventColumns): number {
    const row = this.newRow()
    this.adding.run(row, created, name, id, contact_id, data, rest)
    return row
  }

  change(row: number, { created, name, contact_id, data, rest }: EventColumns): void {
    this.changing.run(created, name, contact_id, data, rest, row)
  }

  /** The newest of these events that has a time, or of that name: `name` is its number. */
  newest(rows: Iterable<number>, only: number | null = null): TimedName | null {
    let newest: TimedName | null = null
    for (const row of rows) {
      const event = this.timed.get(row, newest?.created ?? absent)
      if (event && (only === null || event.name === only)) newest = event
    }
    return newest
  }

  between(from: number, to: number): number[] {
    return this.rowsBetween.all(from, to)
  }

  /** The rows of a span at positions [offset, offset + limit), newest first. */
  rows(span: EventSpan, { offset, limit }: Slice): number[] {
    const start = this.marks.startOf(
      { key: JSON.stringify(span), version: this.session.counters.revision, offset },
      (after, rows) => this.places(span, after, { offset: rows - 1, limit: 1 }).at(0),
    )
    return this.places(span, start.after, { offset: start.skip, limit }).map(({ row }) => row)
  }

  private places(span: EventSpan, after: EventPlace | null, { offset, limit }: Slice): EventPlace[] {
    const { from, values } = following(span, after)
    return this.session.db
      .prepare<SqlValue[], EventPlace>(
        `SELECT created, row ${from} ORDER BY created DESC, row LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset)
  }

  /** How many events a span holds. */
  count(span: EventSpan): number {
    const { where, values } = conditions(span)
    return (
      this.session
        .column<SqlValue[], number>(`SELECT count(*) FROM event ${source(span)} ${where}`)
        .get(...values) ?? 0
    )
  }

  /** The earliest and the latest time of a span, times that are missing left out; null where it is empty. */
  bounds(span: EventSpan, absent: number): { first: number; last: number } | null {
    const { where, values } = conditions({ ...span, from: span.from ?? absent + 1 })
    const end = (direction: 'ASC' | 'DESC') =>
      this.session
        .column<SqlValue[], number>(
          `SELECT created FROM event ${source(span)} ${where} ORDER BY created ${direction} LIMIT 1`,
        )
        .get(...values)
    const first = end('ASC')
    const last = end('DESC')
    return first === undefined || last === undefined ? null : { first, last }
  }

  /** The next events after a place, newest first, for reading through a span in slices. */
  after(span: EventSpan, place: EventPlace | null, limit: number): StoredEvent[] {
    const { from, values } = following(span, place)
    return this.session.db
      .prepare<SqlValue[], StoredEvent>(`SELECT ${all} ${from} ORDER BY created DESC, row LIMIT ?`)
      .all(...values, limit)
  }
}

/** What of a span comes after a place; all of it without one. */
function following(span: EventSpan, place: EventPlace | null): { from: string; values: SqlValue[] } {
  const { where, values } = conditions(span)
  const from = `FROM event ${source(span)} ${where}`
  if (place === null) return { from, values }
  const { created, row } = place
  const start = `${where === '' ? 'WHERE' : 'AND'} created <= ? AND (created < ? OR row > ?)`
  return { from: `${from} ${start}`, values: [...values, created, created, row] }
}

/**
 * One name has its own index in the list's order. Several would have to be merged and sorted, so they are picked
 * from the index of all, which holds the name too.
 */
function source({ names }: EventSpan): string {
  return names?.length === 1 ? 'INDEXED BY event_by_name' : 'INDEXED BY event_by_created'
}

function conditions({ names, from, to }: EventSpan): { where: string; values: SqlValue[] } {
  const parts: string[] = []
  const values: SqlValue[] = []
  if (names !== null) {
    parts.push(names.length === 1 ? 'name = ?' : `name IN (${names.map(() => '?').join(', ')})`)
    values.push(...names)
  }
  if (from !== null) {
    parts.push('created >= ?')
    values.push(from)
  }
  if (to !== null) {
    parts.push('created < ?')
    values.push(to)
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values }
}
