import { keepNewest } from '../keep-newest'

/** Rows between two marks: as many are skipped at most, some tenths of a millisecond in an index. */
const every = 1024
/** Lists whose marks are kept: 80 kB each for ten million rows. */
const mostKept = 4

/** Where a page begins: after a row, some further rows left out; from the beginning without one. */
export interface PageStart<Place> {
  after: Place | null
  skip: number
}

interface MarkedList<Place> {
  version: number
  /** The last row of each whole part of {@link every} rows, as far as anybody asked. */
  marks: Place[]
}

/**
 * Where positions lie in lists that SQLite keeps in order: `OFFSET` alone counts from the beginning, so that a page at the end of
 * ten million rows takes a fifth of a second each time. The rows are counted once, and again where the list changed.
 */
export class PlaceMarks<Place> {
  private readonly lists = new Map<string, MarkedList<Place>>()

  /**
   * Where the row at `offset` (from 0) is read from in the list `key` of this version. `further` gives the row so many rows after
   * a place; undefined at the end.
   */
  startOf(
    { key, version, offset }: { key: string; version: number; offset: number },
    further: (after: Place | null, rows: number) => Place | undefined,
  ): PageStart<Place> {
    const { marks } = this.list(key, version)
    const wanted = Math.floor(offset / every)
    while (marks.length < wanted) {
      const next = further(marks.at(-1) ?? null, every)
      if (next === undefined) break
      marks.push(next)
    }
    const passed = Math.min(wanted, marks.length)
    return { after: marks[passed - 1] ?? null, skip: offset - passed * every }
  }

  private list(key: string, version: number): MarkedList<Place> {
    const known = this.lists.get(key)
    const list = known?.version === version ? known : { version, marks: [] }
    keepNewest(this.lists, key, list, mostKept)
    return list
  }
}
