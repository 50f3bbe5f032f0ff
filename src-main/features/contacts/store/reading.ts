import type { ContactQuery } from '../../../../src-shared/bridge/contacts'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { ContactRows } from '../../../core/index/api'
import type { Session } from '../../../core/database/session'
import type { Steps } from '../../../core/database/steps'
import type { Imported } from './imported'
import type { IndexLifecycle } from './index-lifecycle'
import type { Newest } from './newest'

/** Whether a query is the list as it first shows: SQLite's own index has its order. */
function isNewestFirst(query: ContactQuery): boolean {
  return (
    query.search.trim() === '' &&
    query.filters.length === 0 &&
    query.of === undefined &&
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
  ) {}

  /** The index, which knows whom the query means. */
  *index({ of }: ContactQuery): Steps<ContactRows> {
    const people = of === undefined ? null : yield* this.imported.rows(of.importId)
    const index = yield* this.lifecycle.ready()
    if (of !== undefined && people !== null) index.among(of.importId, people)
    return index
  }

  /** The rows of a slice, and how many match. */
  *slice(query: ContactQuery, { offset, limit }: Slice): Steps<{ rows: Iterable<number>; count: number }> {
    if (isNewestFirst(query)) {
      return { rows: this.newest.rows(offset, limit), count: this.session.counters.contacts }
    }
    const index = yield* this.index(query)
    const matches = index.select(query, this.session.now())
    return { rows: matches.subarray(offset, offset + limit), count: matches.length }
  }

  /** Every row that matches, in order. The array is not to be written to. */
  *all(query: ContactQuery): Steps<Int32Array> {
    const index = yield* this.index(query)
    return index.select(query, this.session.now())
  }

  /** Where a row stands in a query's order; null where it does not match. */
  *positionOf(query: ContactQuery, row: number): Steps<number | null> {
    if (isNewestFirst(query)) return this.newest.positionOf(row)
    const index = yield* this.index(query)
    return index.positionOf(row, query, this.session.now())
  }
}
