import type { VerdictClasses, IndexedVerdict, IndexedContact } from './indexed'
import type { Steps } from '../database/session'
import type {
  ContactAsked,
  ContactField,
  ContactQuery,
  DataField,
  Facet,
} from '../../../src-shared/bridge/contacts'
import type { ChangeLog } from './change-log'
import type { Column } from './column'
import type { Columns } from './columns'
import type { Instants } from './instants'
import type { RowSet } from './row-set'

/**
 * A piece of a saved index. `name` is stable: a later save of the same index yields the same names for the same
 * places, so that a piece whose `checksum` is unchanged need not be written again.
 */
export interface IndexPart {
  name: string
  bytes: Uint8Array
  /** Of the bytes: 32 bits, for finding unchanged pieces, not for finding damage. */
  checksum: number
}

/** An index from within. */
export interface RowsView {
  readonly columns: Columns
  /** The rows that are there. */
  readonly live: RowSet
  /** The rows that changed lately. */
  readonly changes: ChangeLog
}

/**
 * The contacts of a profile in memory, by column: search, filters, sorts, positions and facets without SQLite.
 * Rows are SQLite's integer keys, from 1 upward, dense but for holes.
 *
 * The arrays of rows that it hands out are shared with its caches: read them, copy them, do not write to them.
 * `now` is in milliseconds and matters to `within` and `olderThan` alone.
 */
export interface ContactRows {
  /** How many contacts there are. */
  readonly size: number
  /** Grows with every {@link set}, {@link setVerdict}, {@link deriveClasses} and {@link delete} that changed something. */
  readonly version: number
  has(row: number): boolean
  /** What audiences are counted from, in place: read it between two pauses, do not write to it. */
  readonly view: RowsView
  /** The address of a row, as it was given; null where the row is not there. */
  emailOf(row: number): string | null
  /** Adds the contact or replaces what the row held. Answers whether anything changed. */
  set(row: number, contact: IndexedContact): boolean
  /** Says what is known of the address of a row that is there; null: it was never checked. Answers whether anything changed. */
  setVerdict(row: number, verdict: IndexedVerdict | null): boolean
  /** When the next verdict expires, in milliseconds: from then on classes are to be derived again. */
  readonly expiresAt: number
  /** Gives every row with a verdict the class that it has by these. Answers whether anything changed. */
  deriveClasses(of: VerdictClasses): boolean
  /** Forgets the row. Answers whether it was there. */
  delete(row: number): boolean
  /** Says whom a query means by a name (named-rows.ts): `of` an import, or `among` those picked. Before it was said, nobody. */
  among(name: string, rows: RowSet): void
  /**
   * Lends a column of what the index does not hold: before a query that names it, and again whenever it may have changed, which
   * `changes` tells. A key of `data` that contacts have goes before it.
   */
  lend(field: ContactAsked, column: Column | Instants, changes: number): void
  /** Every row that matches, in the query's order. */
  select(query: ContactQuery, now: number): Int32Array
  /** {@link select} with pauses, in which contacts may change: the answer is of when it comes. */
  selecting(query: ContactQuery, now: number): Steps<Int32Array>
  /** The first `limit` rows of {@link select}, which may be quicker than all: what a first page needs before its count. */
  first(query: ContactQuery, limit: number, now: number): Steps<Int32Array>
  /** How many rows match, or how many of these rows. */
  count(query: ContactQuery, now: number, rows?: RowSet): number
  /** The position of a row in {@link select}; null where it does not match. */
  positionOf(row: number, query: ContactQuery, now: number): number | null
  /**
   * For each field its most frequent values under the query without the filters on that very field; `containing`: only
   * values in which it occurs.
   */
  facets(
    query: ContactQuery,
    fields: readonly ContactField[],
    limit: number,
    now: number,
    containing?: string,
  ): Facet[]
  /** The keys that occur in `data`, the most frequent first. */
  fields(): DataField[]
  /** Bytes held by columns, dictionaries, cached orders and cached searches. */
  memoryBytes(): number
  /** The pieces to save. Take them all before the next {@link set}; copy `bytes` if they are kept longer. */
  serialize(): Iterable<IndexPart>
}
