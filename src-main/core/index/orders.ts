import type { ContactAsked } from '../../../src-shared/bridge/contacts'
import type { ChangeLog } from './change-log'
import { Column } from './column'
import type { Instants } from './instants'
import { keyed, numberKey, radixSort } from './radix'
import { compareCodes, rankCodes } from './rank'
import { RowSet } from './row-set'

type SortDirection = 'asc' | 'desc'
type Compare = (left: number, right: number) => number

interface OrderSource {
  live: RowSet
  readonly size: number
  created: Instants
  changes: ChangeLog
  column(field: ContactAsked): Column | Instants | null
}

interface CachedOrder {
  order: Int32Array
  /** Of the change log, when the order was right. */
  position: number
}

/** Besides newest first, which is the tie-break of all others and always kept. */
const mostKept = 3
const newest = 'createdAt desc'

/**
 * All rows in the order of a field, built when first asked for and kept. Rows without a value come last in either
 * direction; ties are newest first, then by row. After changes the rows that changed are taken out and put in
 * again where they belong; only after very many is an order built anew.
 */
export class Orders {
  private readonly kept = new Map<string, CachedOrder>()

  constructor(private readonly source: OrderSource) {}

  get(field: ContactAsked, direction: SortDirection): Int32Array {
    const name = `${field} ${direction}`
    const { changes } = this.source
    const known = this.kept.get(name)
    const changed = known && changes.since(known.position)
    let order: Int32Array
    if (known && changed && changed.length === 0) order = known.order
    else if (known && changed && changed.length <= known.order.length >>> 3) {
      order = this.patch(known.order, changed, this.comparison(field, direction))
    } else order = this.build(field, direction)
    this.kept.delete(name)
    this.kept.set(name, { order, position: changes.position })
    for (const other of this.kept.keys()) {
      if (this.kept.size <= mostKept + 1) break
      if (other !== newest) this.kept.delete(other)
    }
    return order
  }

  /** Lets go of the orders of a field whose values are others now, for all that the changes of contacts tell. */
  forget(field: ContactAsked): void {
    this.kept.delete(`${field} asc`)
    this.kept.delete(`${field} desc`)
  }

  /** Compares two rows as the order of that name has them. */
  comparison(field: ContactAsked, direction: SortDirection): Compare {
    const { created } = this.source
    const byCreated = byInstant(created, 'desc')
    const column = this.source.column(field)
    const byField =
      column instanceof Column ? byCode(column, direction) : column ? byInstant(column, direction) : () => 0
    return (left, right) => byField(left, right) || byCreated(left, right) || left - right
  }

  memoryBytes(): number {
    let bytes = 0
    for (const { order } of this.kept.values()) bytes += order.byteLength
    return bytes
  }

  private build(field: ContactAsked, direction: SortDirection): Int32Array {
    const { live, created } = this.source
    if (field === 'createdAt' && direction === 'desc') return byNumber(live.rows(), created, 'desc')
    const base = this.get('createdAt', 'desc')
    const column = this.source.column(field)
    if (column instanceof Column) return byRank(base, column, direction, live.capacity)
    return column ? byNumber(base, column, direction) : base
  }

  private patch(order: Int32Array, changed: Uint32Array, compare: Compare): Int32Array {
    const { live } = this.source
    const moved = new RowSet(live.capacity)
    for (const row of changed) moved.add(row)
    const stayed = new Int32Array(order.length)
    let length = 0
    const { words } = moved
    for (let at = 0; at < order.length; at++) {
      const row = order[at] ?? 0
      if ((((words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 0) stayed[length++] = row
    }
    const arriving = moved.and(live).rows().sort(compare)
    const merged = new Int32Array(length + arriving.length)
    let from = 0
    for (let index = 0; index < arriving.length; index++) {
      const row = arriving[index] ?? 0
      let low = from
      let high = length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (compare(stayed[middle] ?? 0, row) < 0) low = middle + 1
        else high = middle
      }
      merged.set(stayed.subarray(from, low), from + index)
      merged[low + index] = row
      from = low
    }
    merged.set(stayed.subarray(from, length), from + arriving.length)
    return merged
  }
}

function byInstant(instants: Instants, direction: SortDirection): Compare {
  const sign = direction === 'asc' ? 1 : -1
  return (left, right) => {
    const a = instants.get(left)
    const b = instants.get(right)
    if (a === b) return 0
    if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1
    if (Number.isNaN(b)) return -1
    return a < b ? -sign : sign
  }
}

function byCode(column: Column, direction: SortDirection): Compare {
  const sign = direction === 'asc' ? 1 : -1
  const { codes, dictionary } = column
  return (left, right) => {
    const a = codes.get(left)
    const b = codes.get(right)
    if (a === 0 || b === 0) return a === b ? 0 : a === 0 ? 1 : -1
    return sign * compareCodes(dictionary, a, b)
  }
}

/** Sorts rows by moment; rows that agree stay as they were. */
function byNumber(rows: Int32Array, instants: Instants, direction: SortDirection): Int32Array {
  const work = keyed(rows.length)
  work.items.set(rows)
  for (let at = 0; at < rows.length; at++) {
    numberKey(instants.get(rows[at] ?? 0), direction === 'desc', work, at)
  }
  const { items } = radixSort(work, keyed(rows.length), rows.length)
  return new Int32Array(items.buffer, items.byteOffset, rows.length)
}

/** Sorts rows by the rank of their value, by counting; rows that agree stay as they were. */
function byRank(rows: Int32Array, column: Column, direction: SortDirection, capacity: number): Int32Array {
  const { ranks, last } = rankCodes(column.dictionary)
  ranks[0] = last + 1
  if (direction === 'desc')
    for (let code = 1; code < ranks.length; code++) ranks[code] = last + 1 - (ranks[code] ?? 0)
  const keys = column.codes.all(capacity)
  for (let row = 0; row < keys.length; row++) keys[row] = ranks[keys[row] ?? 0] ?? 0
  const places = new Uint32Array(last + 3)
  for (let at = 0; at < rows.length; at++) {
    const next = (keys[rows[at] ?? 0] ?? 0) + 1
    places[next] = (places[next] ?? 0) + 1
  }
  for (let rank = 1; rank < places.length; rank++)
    places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0)
  const order = new Int32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const key = keys[row] ?? 0
    const place = places[key] ?? 0
    places[key] = place + 1
    order[place] = row
  }
  return order
}
