import type { ContactQuery } from '../../../../src-shared/bridge/contacts'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type { ContactRows } from '../../../core/index/api'
import { importRows, pickedRows } from '../../../core/index/named-rows'
import type { RowSet } from '../../../core/index/row-set'
import type { Session, Steps } from '../../../core/database/session'
import type { Imported } from './imported'
import type { IndexLifecycle } from './index-lifecycle'
import type { Keys } from './keys'
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

/** Which rows a query shows, and where: the default view from SQLite, everything else from the index. */
export class ContactQueries {
  constructor(
    private readonly session: Session,
    private readonly newest: Newest,
    private readonly lifecycle: IndexLifecycle,
    private readonly imported: Imported,
    private readonly keys: Keys,
    private readonly sets: PickedSets,
  ) {}

  /** The index, which knows whom the query means. */
  *index({ of, among }: ContactQuery): Steps<ContactRows> {
    const people = of === undefined ? null : yield* this.imported.rows(of.importId)
    const picked = among === undefined ? null : yield* this.picked(among)
    const index = yield* this.lifecycle.ready()
    if (of !== undefined && people !== null) index.among(importRows(of.importId), people)
    if (among !== undefined && picked !== null) index.among(pickedRows(among), picked)
    return index
  }

  /** How many of those picked a query shows. */
  *countShown(query: ContactQuery, picked: PickedRows): Steps<number> {
    const rows = yield* this.picked(picked)
    const index = yield* this.index(query)
    return index.count(query, this.session.now(), rows)
  }

  /** As {@link all}, with those picked behind them. */
  *allWith(query: ContactQuery, picked: PickedRows): Steps<Int32Array> {
    const also = yield* this.picked(picked)
    const index = yield* this.index(query)
    return withRows(index.select(query, this.session.now()), also, index.view.live)
  }

  private picked(picked: PickedRows): Steps<RowSet> {
    return this.sets.rows(picked, {
      revision: String(this.session.counters.revision),
      find: (id) => this.session.read(() => this.keys.find(id)),
    })
  }

  /** The rows of a slice, and how many match. */
  *slice(query: ContactQuery, { offset, limit }: Slice): Steps<{ rows: Iterable<number>; count: number }> {
    if (isNewestFirst(query)) {
      return { rows: this.newest.rows(offset, limit), count: this.session.counters.contacts }
    }
    const index = yield* this.index(query)
    const matches = yield* index.selecting(query, this.session.now())
    return { rows: matches.subarray(offset, offset + limit), count: matches.length }
  }

  /** The first rows of a query, which may be quicker than how many match: that is null where it is not known with them. */
  *first(query: ContactQuery, limit: number): Steps<{ rows: Iterable<number>; count: number | null }> {
    if (query.search.trim() === '') return yield* this.slice(query, { offset: 0, limit })
    const index = yield* this.index(query)
    const rows = yield* index.first(query, limit, this.session.now())
    return { rows, count: rows.length < limit ? rows.length : null }
  }

  /** Every row that matches, in order. The array is not to be written to. */
  *all(query: ContactQuery): Steps<Int32Array> {
    const index = yield* this.index(query)
    return yield* index.selecting(query, this.session.now())
  }

  /** Where a row stands in a query's order; null where it does not match. */
  *positionOf(query: ContactQuery, row: number): Steps<number | null> {
    if (isNewestFirst(query)) return this.newest.positionOf(row)
    const index = yield* this.index(query)
    return index.positionOf(row, query, this.session.now())
  }
}
