import type { RowFilter } from '../../../../src-shared/bridge/imports'
import { searchWords } from '../../../../src-shared/fold'
import { RowChoice } from './choosing'
import type { Pace } from './pace'
import { Search } from './searching'
import type { CheckedRows } from './checked-rows'

/** Rows that a list shows, in the order of the file, as far as they were found. */
interface FoundRows {
  rows: Int32Array
  /** Whether these are all. */
  counted: boolean
}

/** When a list may be answered although not all of its rows were found: with so many rows, or after so many milliseconds. */
interface Enough {
  rows: number
  ms: number
}

/**
 * Which rows a list shows, kept until something changes: pages of one list are asked for again and again. What a search
 * found so far is kept too, so that whoever asks for the rest waits for the rest alone.
 */
export class RowLists {
  private search: { key: string; search: Search } | null = null
  private kept: { key: string; list: RowList } | null = null

  constructor(private readonly checked: CheckedRows) {
    checked.store.onForget(() => {
      this.search = null
      this.kept = null
    })
  }

  /**
   * The rows of a filter that have every word of a text; of all rows where it has none. `enough` null: all of them.
   * Where the rows change meanwhile, it begins anew.
   */
  async find(filter: RowFilter, text: string, enough: Enough | null, pace: Pace): Promise<FoundRows> {
    const began = performance.now()
    const words = searchWords(text)
    let list = this.listOf(filter, words)
    for (;;) {
      if (!list.isCurrent) list = this.listOf(filter, words)
      list.take()
      const { found } = list
      if (found.counted) return found
      if (enough !== null && (found.rows.length >= enough.rows || performance.now() - began >= enough.ms))
        return found
      list.goOn()
      await pace.step({ what: 'checking', done: 0, total: 0 })
    }
  }

  private listOf(filter: RowFilter, words: string[]): RowList {
    const { checked } = this
    const searched = words.join(' ')
    if (words.length === 0) this.search = null
    else if (this.search?.key !== searched || !this.search.search.isCurrent) {
      this.search = { key: searched, search: new Search(checked, words) }
    }
    const search = this.search?.search ?? null
    const key = JSON.stringify([checked.store.revision, filter, searched])
    if (this.kept?.key !== key || !this.kept.list.isCurrent) {
      this.kept = { key, list: new RowList(checked, filter, search) }
    }
    return this.kept.list
  }
}

/** The rows of a filter, of all or of those that a search has found so far. */
class RowList {
  private readonly rows: Int32Array
  private count = 0
  /** How many of the search's rows were looked at. */
  private taken = 0
  private readonly shows: (row: number) => boolean

  private readonly revision: number

  constructor(
    private readonly checked: CheckedRows,
    filter: RowFilter,
    private readonly search: Search | null,
  ) {
    const { state } = checked.tools()
    this.revision = checked.store.revision
    this.shows = new RowChoice(state, checked.store.rules).shows(filter)
    const rows = new Int32Array(state.rows)
    if (search === null) {
      for (let row = 1; row <= state.rows; row += 1) if (this.shows(row)) rows[this.count++] = row
    }
    // The half of a million rows that do not show need no place.
    this.rows = search === null ? rows.slice(0, this.count) : rows
  }

  /** Whether nothing has changed since it was begun. */
  get isCurrent(): boolean {
    return this.revision === this.checked.store.revision && this.search?.isCurrent !== false
  }

  get found(): FoundRows {
    const { rows, count, search } = this
    return { rows: rows.subarray(0, count), counted: search === null || search.isDone }
  }

  /** Takes over what the search has found since. */
  take(): void {
    const found = this.search?.found ?? []
    for (; this.taken < found.length; this.taken += 1) {
      const row = found[this.taken] ?? 0
      if (this.shows(row)) this.rows[this.count++] = row
    }
  }

  /** Searches a little further. */
  goOn(): void {
    this.search?.goOn()
  }
}
