import type { VerdictClasses, IndexedVerdict, IndexedContact } from './indexed'
import type {
  ContactAsked,
  ContactField,
  ContactQuery,
  DataField,
  Facet,
} from '../../../src-shared/bridge/contacts'
import { drive, type Steps } from '../database/session'
import type { ContactRows, IndexPart, RowsView } from './api'
import { ChangeLog } from './change-log'
import { Column } from './column'
import { Columns } from './columns'
import { facetOfColumn, facetOfInstants } from './facet'
import type { ReadData } from './data-columns'
import { dataFields } from './fields'
import { firstMatching, wordTest } from './first'
import { searchWords } from '../../../src-shared/fold'
import { Matches } from './matches'
import type { Instants } from './instants'
import { NamedRows } from './named-rows'
import { Orders } from './orders'
import { isRelative } from './predicate'
import { restoreIndex } from './restore'
import { RowSet } from './row-set'
import { saveIndex } from './save'

/** Answers kept: a list, its facets' and the palette's. */
const mostSelections = 3
/** Up to this many matches are sorted by comparing them rather than by walking all rows in order. */
const fewMatches = 2000
/** Up to this many rows are looked at one by one for a word rather than all values searched for it. */
const fewLooked = 8192

/** The index over contacts; what it promises is in api.ts, what filters mean in predicate.ts. */
export class ContactIndex implements ContactRows {
  readonly columns: Columns
  readonly live: RowSet
  readonly changes = new ChangeLog()
  private readonly matches: Matches
  private readonly orders: Orders
  private readonly selections = new Map<string, Int32Array>()
  private readonly named = new NamedRows()
  private selectionsVersion = -1
  private count_ = 0
  private version_ = 0
  /** How often what was lent said something new. */
  private lent = 0

  private constructor(columns: Columns, live: RowSet) {
    this.columns = columns
    this.live = live
    this.count_ = live.count()
    this.matches = new Matches(columns, live)
    const size = (): number => this.count_
    this.orders = new Orders({
      live,
      get size() {
        return size()
      },
      created: columns.created,
      changes: this.changes,
      column: (field) => columns.of(field),
    })
  }

  static empty(): ContactIndex {
    return new ContactIndex(new Columns(), new RowSet(0))
  }

  /**
   * A saved index, read piece by piece with pauses. null where it cannot be used (a piece is missing, or another
   * version of the program saved it): then it is made anew from the contacts.
   */
  static *load(read: (name: string) => Uint8Array | null): Steps<ContactIndex | null> {
    const restored = yield* restoreIndex(read)
    return restored && new ContactIndex(restored.columns, restored.live)
  }

  /** Says where the data of a row is read that the index does not hold by its key. */
  readFrom(read: ReadData): void {
    this.columns.data.readFrom(read)
  }

  get size(): number {
    return this.count_
  }

  get version(): number {
    return this.version_
  }

  /** Which contacts and which lent columns answers are of. */
  private get state(): number {
    return this.version_ + this.lent
  }

  has(row: number): boolean {
    return this.live.has(row)
  }

  get view(): RowsView {
    return this
  }

  emailOf(row: number): string | null {
    const code = this.columns.email.codes.get(row)
    return code === 0 ? null : this.columns.email.dictionary.textOf(code)
  }

  set(row: number, contact: IndexedContact): boolean {
    const replaces = this.live.has(row)
    if (!this.columns.write(row, contact, replaces) && replaces) return false
    if (!replaces) {
      this.live.add(row)
      this.count_++
    }
    this.changed(row)
    return true
  }

  setVerdict(row: number, verdict: IndexedVerdict | null): boolean {
    if (!this.live.has(row) || !this.columns.judge(row, verdict)) return false
    this.changed(row)
    return true
  }

  get expiresAt(): number {
    return this.columns.verdicts.expiresAt
  }

  deriveClasses(of: VerdictClasses): boolean {
    const before = this.version_
    this.columns.derive(of, (row) => this.changed(row))
    return this.version_ !== before
  }

  delete(row: number): boolean {
    if (!this.live.has(row)) return false
    this.columns.erase(row)
    this.live.remove(row)
    this.count_--
    this.changed(row)
    return true
  }

  private changed(row: number): void {
    this.version_++
    this.changes.add(row, this.count_)
  }

  among(name: string, rows: RowSet): void {
    if (this.named.say(name, rows)) this.selections.clear()
  }

  lend(field: ContactAsked, column: Column | Instants, changes: number): void {
    // What was answered before may differ from what the column says now.
    if (!this.columns.lend(field, column, changes)) return
    this.lent++
    this.orders.forget(field)
  }

  select(query: ContactQuery, now: number): Int32Array {
    return drive(this.selecting(query, now))
  }

  *selecting(query: ContactQuery, now: number): Steps<Int32Array> {
    const key = this.selectionKey(query, now)
    let rows = this.fresh().get(key)
    for (let again = false; rows === undefined; again = true) {
      const before = this.state
      // A copy that changes all the time would have it begin anew for ever.
      const found = again ? this.matchingNow(query, now) : yield* this.matching(query, now)
      if (before === this.state) rows = this.fresh().get(key) ?? this.inOrder(query, found)
    }
    this.selections.delete(key)
    this.selections.set(key, rows)
    for (const other of this.selections.keys()) {
      if (this.selections.size <= mostSelections) break
      this.selections.delete(other)
    }
    return rows
  }

  *first(query: ContactQuery, limit: number, now: number): Steps<Int32Array> {
    const words = searchWords(query.search)
    if (words.length > 0 && !this.fresh().has(this.selectionKey(query, now))) {
      const filtered = this.matchingNow({ ...query, search: '' }, now) ?? this.live
      const order = this.orders.get(query.sort.field, query.sort.direction)
      const rows = firstMatching(order, filtered, words, [...this.columns.searched()], limit)
      if (rows) return rows
      const before = this.state
      const found = yield* this.matching(query, now)
      if (found && before === this.state) return this.firstInOrder(query, found, limit)
    }
    return (yield* this.selecting(query, now)).subarray(0, limit)
  }

  count(query: ContactQuery, now: number, rows = this.live): number {
    const found = this.matchingNow(query, now)
    if (found) return found.countShared(rows)
    return rows === this.live ? this.count_ : this.live.countShared(rows)
  }

  positionOf(row: number, query: ContactQuery, now: number): number | null {
    const position = this.select(query, now).indexOf(row)
    return position < 0 ? null : position
  }

  facets(
    query: ContactQuery,
    fields: readonly ContactField[],
    limit: number,
    now: number,
    containing = '',
  ): Facet[] {
    const byFilters = new Map<string, Int32Array | null>()
    return fields.map((field) => {
      const filters = query.filters.filter((filter) => filter.field !== field)
      const key = filters.length === query.filters.length ? '' : field
      let rows = byFilters.get(key)
      if (rows === undefined) {
        rows = this.matchingNow({ ...query, filters }, now)?.rows() ?? null
        byFilters.set(key, rows)
      }
      const column = this.columns.of(field) ?? new Column(true)
      if (!(column instanceof Column)) {
        return facetOfInstants(field, column, rows ?? this.live.rows(), limit)
      }
      const { capacity } = this.live
      return facetOfColumn(field, column, rows, { capacity, size: this.count_, limit, containing })
    })
  }

  fields(): DataField[] {
    return dataFields(this.columns.data.named(), this.live.capacity)
  }

  memoryBytes(): number {
    let selections = 0
    for (const rows of this.selections.values()) selections += rows.byteLength
    return (
      this.columns.memoryBytes() +
      this.live.words.byteLength +
      this.changes.memoryBytes() +
      this.matches.memoryBytes() +
      this.orders.memoryBytes() +
      selections
    )
  }

  serialize(): Iterable<IndexPart> {
    return saveIndex(this.columns, this.live)
  }

  /** The answers kept, without those from before a change. */
  private fresh(): Map<string, Int32Array> {
    if (this.selectionsVersion !== this.state) {
      this.selections.clear()
      this.selectionsVersion = this.state
    }
    return this.selections
  }

  private selectionKey({ search, filters, sort, of, among }: ContactQuery, now: number): string {
    return (
      (filters.some(isRelative) ? String(now) : '') +
      JSON.stringify([search, filters, sort, of?.importId, among])
    )
  }

  private matchingNow(query: Omit<ContactQuery, 'sort'>, now: number): RowSet | null {
    return drive(this.matching(query, now))
  }

  /** The rows that match; null when that is all. What changes in a pause may make it wrong. */
  private *matching(query: Omit<ContactQuery, 'sort'>, now: number): Steps<RowSet | null> {
    let found = this.named.of(query, this.live)
    for (const filter of query.filters) {
      const set = this.matches.filter(filter, now, this.state)
      found = found ? found.and(set) : set.copy()
    }
    // The longest word first: it is likely to leave few rows for the others to be looked for in.
    const words = searchWords(query.search).sort((a, b) => b.length - a.length)
    for (let at = 0; at < words.length; at++) {
      if (found && found.count() <= fewLooked) {
        const hasWords = wordTest(words.slice(at), [...this.columns.searched()])
        for (const row of found.rows()) if (!hasWords(row)) found.remove(row)
        break
      }
      const set = yield* this.matches.word(words[at] ?? '', () => this.state)
      found = found ? found.and(set) : set.copy()
    }
    return found
  }

  private inOrder(query: ContactQuery, found: RowSet | null): Int32Array {
    const { field, direction } = query.sort
    if (!found) return this.orders.get(field, direction)
    const count = found.count()
    if (count <= fewMatches) return found.rows().sort(this.orders.comparison(field, direction))
    return pick(this.orders.get(field, direction), found.words, new Int32Array(count))
  }

  /** The first of {@link inOrder}, where the order is there. */
  private firstInOrder(query: ContactQuery, found: RowSet, limit: number): Int32Array {
    const count = found.count()
    if (count <= limit) return this.inOrder(query, found)
    return pick(this.orders.get(query.sort.field, query.sort.direction), found.words, new Int32Array(limit))
  }
}

/** Copies the rows that are in the set, in the order given, until `into` is full. */
function pick(order: Int32Array, words: Uint32Array, into: Int32Array): Int32Array {
  let length = 0
  for (let at = 0; at < order.length && length < into.length; at++) {
    const row = order[at] ?? 0
    if ((((words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1) into[length++] = row
  }
  return into
}
