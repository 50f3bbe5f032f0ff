import type { ContactAsked, ContactField, ContactQuery } from '../../../../src-shared/bridge/contacts'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type { ContactRows } from '../../../core/index/api'
import { importRows, pickedRows } from '../../../core/index/named-rows'
import type { Instants } from '../../../core/index/instants'
import type { RowSet } from '../../../core/index/row-set'
import type { Session, Steps } from '../../../core/database/session'
import type { Imported } from './imported'
import type { IndexLifecycle } from './index-lifecycle'
import type { Keys } from './keys'
import type { NestedColumns } from './nested-columns'
import type { Newest } from './newest'
import { type PickedSets, withRows } from './picked'

/** Whether a query is the list as it first shows: SQLite's own index has its order. */
function isNewestFirst(query: ContactQuery): boolean {
  return (
    query.search.trim() === '' &&
    query.filters.length === 0 &&
    query.of === undefined &&
    query.among === undefined &&
    query.sort.field === 'createdAt' &&
    query.sort.direction === 'desc'
  )
}

/** When contacts had an event last. */
interface EventTimes {
  /** By row; `changes` tells whether it may say something else than before. */
  times(name: string): Steps<{ instants: Instants; changes: number }>
}

interface QueryParts {
  session: Session
  newest: Newest
  lifecycle: IndexLifecycle
  imported: Imported
  keys: Keys
  sets: PickedSets
  nested: NestedColumns
  events: EventTimes
}

/** Which rows a query shows, and where: the default view from SQLite, everything else from the index. */
export class ContactQueries {
  constructor(private readonly parts: QueryParts) {}

  /** The index, which knows whom the query means and what it and `fields` are about. */
  *index(
    { of, among, filters, sort }: ContactQuery,
    fields: readonly ContactField[] = [],
  ): Steps<ContactRows> {
    const people = of === undefined ? null : yield* this.parts.imported.rows(of.importId)
    const picked = among === undefined ? null : yield* this.picked(among)
    const index = yield* this.parts.lifecycle.ready()
    for (const field of new Set([sort.field, ...filters.map(({ field }) => field), ...fields]))
      yield* this.lend(index, field)
    if (of !== undefined && people !== null) index.among(importRows(of.importId), people)
    if (among !== undefined && picked !== null) index.among(pickedRows(among), picked)
    return index
  }

  /** Lends the index what contacts do not hold as such: the times of an event, a key within keys. */
  private *lend(index: ContactRows, field: ContactAsked): Steps<void> {
    const { view } = index
    if (field.startsWith('event.')) {
      const { instants, changes } = yield* this.parts.events.times(field.slice('event.'.length))
      index.lend(field, instants, changes)
    } else if (field.startsWith('data.') && field.includes('.', 'data.'.length)) {
      const key = field.slice('data.'.length)
      const column = view.columns.data.of(key) ?? (yield* this.parts.nested.of(key.split('.'), view))
      // It follows what contacts change, which the index knows of itself.
      if (column) index.lend(field, column, 0)
    }
  }

  /** How many of those picked a query shows. */
  *countShown(query: ContactQuery, picked: PickedRows): Steps<number> {
    const rows = yield* this.picked(picked)
    const index = yield* this.index(query)
    return index.count(query, this.parts.session.now(), rows)
  }

  /** As {@link all}, with those picked behind them. */
  *allWith(query: ContactQuery, picked: PickedRows): Steps<Int32Array> {
    const also = yield* this.picked(picked)
    const index = yield* this.index(query)
    return withRows(index.select(query, this.parts.session.now()), also, index.view.live)
  }

  private picked(picked: PickedRows): Steps<RowSet> {
    return this.parts.sets.rows(picked, {
      revision: String(this.parts.session.counters.revision),
      find: (id) => this.parts.session.read(() => this.parts.keys.find(id)),
    })
  }

  /** The rows of a slice, and how many match. */
  *slice(query: ContactQuery, { offset, limit }: Slice): Steps<{ rows: Iterable<number>; count: number }> {
    if (isNewestFirst(query)) {
      return { rows: this.parts.newest.rows(offset, limit), count: this.parts.session.counters.contacts }
    }
    const index = yield* this.index(query)
    const matches = yield* index.selecting(query, this.parts.session.now())
    return { rows: matches.subarray(offset, offset + limit), count: matches.length }
  }

  /** The first rows of a query, which may be quicker than how many match: that is null where it is not known with them. */
  *first(query: ContactQuery, limit: number): Steps<{ rows: Iterable<number>; count: number | null }> {
    if (query.search.trim() === '') return yield* this.slice(query, { offset: 0, limit })
    const index = yield* this.index(query)
    const rows = yield* index.first(query, limit, this.parts.session.now())
    return { rows, count: rows.length < limit ? rows.length : null }
  }

  /** Every row that matches, in order. The array is not to be written to. */
  *all(query: ContactQuery): Steps<Int32Array> {
    const index = yield* this.index(query)
    return yield* index.selecting(query, this.parts.session.now())
  }

  /** Where a row stands in a query's order; null where it does not match. */
  *positionOf(query: ContactQuery, row: number): Steps<number | null> {
    if (isNewestFirst(query)) return this.parts.newest.positionOf(row)
    const index = yield* this.index(query)
    return index.positionOf(row, query, this.parts.session.now())
  }
}
