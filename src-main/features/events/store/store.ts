import type { Stepped, Session, Steps } from '../../../core/database/session'
import type { EventStore } from './api'
import type {
  EventPage,
  EventQuery,
  EventRow,
  Histogram,
  LastEvent,
} from '../../../../src-shared/bridge/events'
import type { Keys } from '../../contacts/store'
import { absent } from '../../../core/database/time'
import { bucketsFor, histogramOf } from './histogram'
import type { EventMatches } from './matches'
import type { EventNames } from './names'
import { toMailEvent, toRaw, toRow, type StoredEvent } from './record'
import type { EventSpan, EventTable } from './table'
import type { EventWriter } from './write'

/** Events let go of between two pauses: a few milliseconds. */
const forgottenAtOnce = 500

interface EventParts {
  session: Session
  table: EventTable
  keys: Keys
  names: EventNames
  matches: EventMatches
  writer: EventWriter
  emailOf(event: StoredEvent): string | null
}

/** The events' part of the store. */
export function eventStore(parts: EventParts): Stepped<EventStore> {
  const { session, table, keys, names, matches, writer } = parts
  const rowOf = (event: StoredEvent): EventRow => toRow(event, names.nameOf(event.name), parts.emailOf(event))
  const countOf = (span: EventSpan): number => {
    if (span.from !== null || span.to !== null) return table.count(span)
    return span.names === null ? session.counters.events : names.countOf(span.names)
  }
  const pageOf = (rows: Iterable<number>, count: number, countCapped: boolean): EventPage => ({
    rows: table.getAll(rows).map(rowOf),
    count,
    countCapped,
    total: session.counters.events,
    revision: session.counters.revision,
  })

  return {
    *page({ query, slice: { offset, limit } }) {
      const span = spanOf(query, names)
      if (span.names?.length === 0) return pageOf([], 0, false)
      if (!isRead(query)) {
        return session.read(() => pageOf(table.rows(span, { offset, limit }), countOf(span), false))
      }
      const found = yield* matches.find(query, span)
      const rows = found.rows.subarray(offset, offset + limit)
      return session.read(() => pageOf(rows, found.rows.length, found.capped))
    },

    *histogram({ query, buckets }): Steps<Histogram> {
      const span = spanOf(query, names)
      const empty = { start: query.from ?? 0, bucketMs: 1, counts: [] }
      if (span.names?.length === 0) return empty
      if (isRead(query)) {
        const { times } = yield* matches.find(query, span)
        const dated = times.filter((time) => time !== absent)
        return histogramOf(dated, query, buckets) ?? empty
      }
      return (yield* countBuckets(parts, span, query, buckets)) ?? empty
    },

    *newest({ contactIds, name }): Steps<LastEvent[]> {
      const [only = null] = name === undefined ? [] : names.numbersOf([name])
      if (name !== undefined && only === null) return []
      const found: LastEvent[] = []
      for (const contactId of contactIds) {
        const last = session.read(() => table.newest(keys.findOthers(contactId), only))
        if (last) found.push({ contactId, name: names.nameOf(last.name), at: last.created })
        yield
      }
      return found
    },

    names: () => names.list(),

    get: (id) =>
      session.read(() => {
        const row = keys.find(id)
        const event = row === undefined ? undefined : table.get(row)
        return event === undefined ? null : { ...rowOf(event), raw: toRaw(event, names.nameOf(event.name)) }
      }),

    mails: (contactId) =>
      session.read(() =>
        table.getAll(keys.findOthers(contactId)).flatMap((event) => {
          const name = names.nameOf(event.name)
          return event.created === absent || !name.startsWith('email.') ? [] : [toMailEvent(event, name)]
        }),
      ),

    applyPage: (page) => writer.applyPage(page),
    applyNames: (input) => writer.applyNames(input),
    upsert: (record) => writer.upsert(record),
    keep: (records) => writer.keep(records),
    forget: (name) => forgetAll(parts, name),
    *countsSince(instant) {
      const counts = []
      for (const { name } of names.list()) {
        const span = { names: names.numbersOf([name]), from: instant, to: null }
        const count = session.read(() => table.count(span))
        if (count > 0) counts.push({ name, count })
        yield
      }
      return counts
    },
  }
}

function spanOf({ names: chosen, from, to }: EventQuery, names: EventNames): EventSpan {
  return { names: chosen.length === 0 ? null : names.numbersOf(chosen), from, to }
}

/** Whether events must be read to tell which match. */
function isRead(query: EventQuery): boolean {
  return query.contactId !== null || query.search.trim() !== ''
}

/** Counts the events of each bucket, which needs none of them to be read; null where none has a time. */
function* countBuckets(
  { session, table }: EventParts,
  span: EventSpan,
  query: EventQuery,
  buckets: number,
): Steps<Histogram | null> {
  const bounds = session.read(() => table.bounds(span, absent))
  if (bounds === null) return null
  const last = query.to === null ? bounds.last : query.to - 1
  const histogram = bucketsFor(query.from ?? bounds.first, last, buckets)
  const { start, bucketMs, counts } = histogram
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    const from = Math.max(start + bucket * bucketMs, span.from ?? -Infinity)
    const to = Math.min(start + (bucket + 1) * bucketMs, span.to ?? Infinity)
    counts[bucket] = session.read(() => table.count({ names: span.names, from, to }))
    yield
  }
  return histogram
}

/** Lets go of all events of a name; returns how many. */
function* forgetAll({ session, table, names, writer }: EventParts, name: string): Steps<number> {
  const span: EventSpan = { names: names.numbersOf([name]), from: null, to: null }
  if (span.names?.length === 0) return 0
  for (let gone = 0; ;) {
    const rows = session.read(() => table.rows(span, { offset: 0, limit: forgottenAtOnce }))
    writer.forget(name, rows)
    gone += rows.length
    if (rows.length < forgottenAtOnce) return gone
    yield
  }
}
