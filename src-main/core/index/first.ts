import type { Column } from './column'
import { encodeFolded } from './encode'
import type { RowSet } from './row-set'

/** Dictionaries up to this size are searched whole; of larger ones only the values of the rows looked at. */
const smallDictionary = 4096
/** The part of all rows (as a power of two) that is looked at before it is decided whether looking further pays. */
const sampleBits = 11
/** The part looked at in the end, about as long as searching everything takes: where rows lie in order, and where they do not. */
const [mostBits, mostScatteredBits] = [5, 8]
/** Rows looked at in any case. */
const least = 256
/** Rows that lie this close together are read from the same places of memory. */
const near = 64

/** What a row needs for a word: in `flags` where a column's values were all searched, else by its own value. */
interface SearchedColumn {
  column: Column
  flags: Uint8Array | null
}

/**
 * The first `limit` rows of an order that are in `within` and have every word, found by looking at rows one by one:
 * quick where matches are frequent. null where they are not, and searching all values at once is quicker.
 */
export function firstMatching(
  order: Int32Array,
  within: RowSet,
  words: readonly string[],
  columns: readonly Column[],
  limit: number,
): Int32Array | null {
  const hasWords = wordTest(words, columns)
  const rows = new Int32Array(limit)
  const most = Math.max(least, order.length >>> (isScattered(order) ? mostScatteredBits : mostBits))
  let pause = Math.max(least, order.length >>> sampleBits)
  let found = 0
  let looked = 0
  for (let at = 0; at < order.length && found < limit; at++) {
    const row = order[at] ?? 0
    if (!within.has(row)) continue
    if (looked++ === pause) {
      if (found * most < limit * pause) return null
      pause *= 2
    }
    if (hasWords(row)) rows[found++] = row
  }
  return rows.subarray(0, found)
}

/** Whether rows that follow each other lie far apart, told from the first. */
function isScattered(order: Int32Array): boolean {
  const first = order.subarray(0, least)
  const close = first.filter((row, at) => Math.abs(row - (order[at + 1] ?? row)) <= near)
  return close.length * 2 < first.length
}

/** Whether a row has every word, told from its own values: for when only some thousands of rows are in question. */
export function wordTest(words: readonly string[], columns: readonly Column[]): (row: number) => boolean {
  const needles = words.map((word) => encodeFolded(word))
  const places = needles.map((needle) => placesOf(needle, columns))
  return (row) => needles.every((needle, index) => hasWord(row, needle, places[index] ?? []))
}

function placesOf(needle: Uint8Array, columns: readonly Column[]): SearchedColumn[] {
  const places: SearchedColumn[] = []
  for (const column of columns) {
    const { heap } = column.dictionary
    if (!heap.mayHold(needle)) continue
    if (heap.count > smallDictionary) places.push({ column, flags: null })
    else {
      const flags = new Uint8Array(heap.count + 1)
      if (heap.mark(needle, flags)) places.unshift({ column, flags })
    }
  }
  return places
}

function hasWord(row: number, needle: Uint8Array, places: readonly SearchedColumn[]): boolean {
  for (const { column, flags } of places) {
    const code = column.codes.get(row)
    if (code === 0) continue
    if (flags ? flags[code] === 1 : column.dictionary.heap.contains(code, needle)) return true
  }
  return false
}
