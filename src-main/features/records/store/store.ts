import type { Stepped, Session, Steps } from '../../../core/database/session'
import type { RecordStore } from './api'
import type { RecordDetail, RecordRow, RecordRun } from '../../../../src-shared/bridge/records'
import { parseObject, PickedSets, type Selections, withRows } from '../../contacts/store'
import type { RecordSummary } from './api'
import { RecordFieldCounts } from './field-counts'
import { handedRecords } from './handed'
import { RecordIndexes } from './indexes'
import { contactFieldOf, contactQueryOf, isAsRead, recordFacetOf } from './query'
import { recordRunStore } from './run-store'
import { RecordRuns } from './runs'
import { RecordSources, type SourceCounters } from './sources'
import { changedAtOf, fieldsOf, RecordTable, wholeOf, type StoredRecord } from './table'
import { recordViews } from './views'
import { RecordWriter } from './write'

/** The records' part of the store, with what gives memory back and what empties it. */
interface RecordPart {
  store: Stepped<RecordStore>
  /** Work that waits for a quiet moment; null where there is none. */
  nextTask(): Steps<void> | null
  relax(): void
  /** Within a transaction: deletes every record and run; views and mappings stay. */
  clear(): void
}

/**
 * Opens the records' part of the store; runs that a program left running wait to go on.
 * In one piece: its calls share the tables at its head.
 */
export function openRecords(session: Session, selections: Selections): RecordPart {
  const table = new RecordTable(session)
  const sources = new RecordSources(session)
  const runs = new RecordRuns(session)
  const sets = new PickedSets(selections, 'records')
  const indexes = new RecordIndexes(session, table, sets)
  const writer = new RecordWriter(session, table, sources, runs, indexes)
  const views = recordViews(session, (connectionId) => sources.make(connectionId).number)
  const counts = new RecordFieldCounts(session)
  const { db } = session
  session.write(() => runs.requeue())

  const sourceOf = (connectionId: string): SourceCounters => {
    const source = session.read(() => sources.get(connectionId))
    return source ?? { number: 0, connection: connectionId, rows: 0, changes: 0, revision: 0 }
  }
  const rowsOf = (stored: readonly StoredRecord[]): RecordRow[] => {
    const [first] = stored
    const last = first === undefined ? null : runs.lastAfterFirst(first.source)
    return stored.map((record) => rowOf(record, last))
  }
  const detailOf = (stored: StoredRecord): RecordDetail => ({
    ...rowOf(stored, runs.lastAfterFirst(stored.source)),
    raw: wholeOf(stored),
    firstAt: stored.first,
    change: stored.before === null ? null : { at: stored.changed, before: parseObject(stored.before) },
  })

  function* positions(
    source: SourceCounters,
    query: Parameters<typeof contactQueryOf>[0],
  ): Steps<Int32Array> {
    const found = yield* indexes.select(source, query, handed.upTo(source))
    // The index knows the order of reading forwards alone.
    return query.sort.field === 'order' && query.sort.direction === 'desc' ? found.slice().reverse() : found
  }

  const handed = handedRecords({ session, sources, sourceOf })

  function clearSource(source: SourceCounters, connectionId: string): void {
    for (const { run } of runs.live()) if (run.connectionId === connectionId) writer.drop(run.id)
    db.prepare('DELETE FROM record WHERE source = ?').run(source.number)
    db.prepare('DELETE FROM record_run WHERE source = ?').run(source.number)
    indexes.clear(source.number)
    source.rows = 0
    sources.write(source)
  }

  const store: Stepped<RecordStore> = {
    ...views,
    ...handed.store,
    ...recordRunStore({ session, sources, runs, writer, sourceOf }),

    summary: (connectionId): RecordSummary =>
      session.read(() => {
        const { number, rows, revision } = sourceOf(connectionId)
        return {
          rows,
          revision,
          asOf: runs.lastFinished(number)?.endedAt ?? null,
          run: runs.liveRun(number),
          last: runs.lastEnded(number),
        }
      }),

    *page({ connectionId, query, slice, selectionId }) {
      const started = performance.now()
      const source = sourceOf(connectionId)
      const { offset, limit } = slice
      const asRead = isAsRead(query)
      const found = asRead ? null : yield* positions(source, query)
      return session.read(() => {
        const rows = table.getAll(
          found?.subarray(offset, offset + limit) ?? table.ordered(source, query.sort.direction, slice),
        )
        return {
          rows: rowsOf(rows),
          count: found?.length ?? source.rows,
          total: source.rows,
          revision: source.revision,
          tookMs: performance.now() - started,
          outside: sets.outside(selectionId, rows),
        }
      })
    },

    *locate({ connectionId, query, id }) {
      const source = sourceOf(connectionId)
      const stored = session.read(() => table.find(source.number, id))
      if (!stored) return null
      if (isAsRead(query)) {
        const ahead = session.read(() => table.before(source.number, stored.row))
        return query.sort.direction === 'asc' ? ahead : source.rows - 1 - ahead
      }
      const position = (yield* positions(source, query)).indexOf(stored.row)
      return position < 0 ? null : position
    },

    *facets({ connectionId, query, fields, limit, containing }) {
      const source = sourceOf(connectionId)
      const index = yield* indexes.asked(source, query, handed.upTo(source))
      const asked = contactQueryOf(query)
      const facets = index.facets(asked, fields.map(contactFieldOf), limit, session.now(), containing)
      return facets.flatMap((facet, at) => {
        const field = fields[at]
        return field === undefined ? [] : [recordFacetOf(facet, field)]
      })
    },

    *fields(connectionId) {
      const source = sourceOf(connectionId)
      const counted = session.read(() => counts.get(source))
      if (counted) return counted
      const fields = (yield* indexes.ready(source)).fields()
      session.write(() => counts.set(source, fields))
      return fields
    },

    get: ({ connectionId, id }) =>
      session.read(() => {
        const stored = table.find(sourceOf(connectionId).number, id)
        return stored === undefined ? null : detailOf(stored)
      }),

    *freeze({ connectionId, query, also }) {
      const source = sourceOf(connectionId)
      const rows = isAsRead(query)
        ? Int32Array.from(
            session.read(() =>
              table.ordered(source, query.sort.direction, { offset: 0, limit: source.rows }),
            ),
          )
        : yield* positions(source, query)
      if (!also) return selections.keep(rows)
      const picked = yield* indexes.picked(source, also)
      return selections.keep(withRows(rows, picked, (yield* indexes.ready(source)).view.live))
    },

    *shown({ connectionId, query, picked }) {
      const source = sourceOf(connectionId)
      const rows = yield* indexes.picked(source, picked)
      const index = yield* indexes.asked(source, query, handed.upTo(source))
      return index.count(contactQueryOf(query), session.now(), rows)
    },

    frozenRows: ({ selectionId, slice }) =>
      session.read(() => {
        sets.frozen(selectionId)
        return rowsOf(table.getAll(selections.rows(selectionId, slice.offset, slice.limit)))
      }),

    releaseSelection: (selectionId) => {
      selections.release(selectionId)
    },

    rowsByIds: ({ connectionId, ids }) =>
      session.read(() => {
        const { number } = sourceOf(connectionId)
        return rowsOf(ids.flatMap((id) => table.find(number, id) ?? []))
      }),

    remove: ({ connectionId, keepViews }) =>
      session.write(() => {
        const source = sources.get(connectionId)
        if (!source) return
        clearSource(source, connectionId)
        if (keepViews) return
        db.prepare('DELETE FROM record_view WHERE source = ?').run(source.number)
        db.prepare('DELETE FROM record_source WHERE number = ?').run(source.number)
        sources.forget(connectionId)
      }),
  }
  return {
    store,
    nextTask: () => {
      const behind = sources
        .all()
        .find((source) => indexes.needsSaving(source) && runs.liveRun(source.number)?.state !== 'running')
      return behind ? indexes.save(behind) : null
    },
    relax: () => indexes.relax(),
    clear: () => {
      for (const source of sources.all()) clearSource(source, source.connection)
    },
  }
}

/** A record as a row. `last`: the run that may have found it new or changed. */
function rowOf(stored: StoredRecord, last: RecordRun | null): RecordRow {
  const data = fieldsOf(stored)
  const { first, changed } = stored
  const news = last === null || changed < last.startedAt ? null : first < last.startedAt ? 'changed' : 'new'
  return { id: stored.id, data, changedAt: changedAtOf(data, changed), news }
}
