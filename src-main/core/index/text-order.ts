import { type Keyed, keyed, radixSort } from './radix'
import type { TextHeap } from './text-heap'

/** Bytes compared at once. */
const step = 8
/** From this many texts on, counting digits beats comparing keys. */
const radixFrom = 6000

/** Texts in order. `repeats` has a 1 where a text equals the one before it. */
interface SortedTexts {
  items: Uint32Array
  repeats: Uint8Array
}

/** Sorts indexes of texts by the texts' bytes: eight bytes at a time, and on among those that agree so far. */
export function sortTexts(heap: TextHeap, items: Uint32Array): SortedTexts {
  const work = keyed(items.length)
  work.items.set(items)
  const spare = keyed(items.length)
  const repeats = new Uint8Array(items.length)
  const pending: number[] = [0, items.length, 0]
  while (pending.length > 0) {
    const depth = pending.pop() ?? 0
    const to = pending.pop() ?? 0
    const from = pending.pop() ?? 0
    loadKeys(heap, work, from, to, depth)
    if (to - from >= radixFrom) sortLarge(work, spare, from, to)
    else sortSmall(work, from, to - 1)
    let start = from
    for (let at = from + 1; at <= to; at++) {
      if (at < to && work.high[at] === work.high[start] && work.low[at] === work.low[start]) continue
      if (at - start > 1) refine(heap, { items: work.items, repeats }, start, at, depth + step, pending)
      start = at
    }
  }
  return { items: work.items, repeats }
}

function loadKeys(heap: TextHeap, work: Keyed, from: number, to: number, depth: number): void {
  const { bytes, ends } = heap
  const { items, high, low } = work
  for (let at = from; at < to; at++) {
    const item = items[at] ?? 0
    const start = (ends[item - 1] ?? 0) + 1 + depth
    const left = (ends[item] ?? 0) - start
    if (left >= step) {
      high[at] = bytes.readUInt32BE(start)
      low[at] = bytes.readUInt32BE(start + 4)
      continue
    }
    let [a, b] = [0, 0]
    for (let byte = 0; byte < 4; byte++) {
      a = (a << 8) | (byte < left ? (bytes[start + byte] ?? 0) : 0)
      b = (b << 8) | (byte + 4 < left ? (bytes[start + byte + 4] ?? 0) : 0)
    }
    high[at] = a
    low[at] = b
  }
}

/** Deals with texts that agree in their first `depth` bytes (a missing byte counted as 0). */
function refine(
  heap: TextHeap,
  { items, repeats }: SortedTexts,
  from: number,
  to: number,
  depth: number,
  pending: number[],
): void {
  let ended = 0
  let shortest = Infinity
  let longest = 0
  for (let at = from; at < to; at++) {
    const item = items[at] ?? 0
    const length = heap.end(item) - heap.start(item)
    if (length <= depth) ended++
    shortest = Math.min(shortest, length)
    longest = Math.max(longest, length)
  }
  if (ended < to - from && (ended === 0 || shortest === longest)) pending.push(from, to, depth)
  else if (shortest === longest) repeats.fill(1, from + 1, to)
  else {
    items.subarray(from, to).sort((a, b) => heap.compare(a, b))
    for (let at = from + 1; at < to; at++) {
      if (heap.compare(items[at - 1] ?? 0, items[at] ?? 0) === 0) repeats[at] = 1
    }
  }
}

function sortLarge(work: Keyed, spare: Keyed, from: number, to: number): void {
  const part = (of: Keyed): Keyed => ({
    items: of.items.subarray(from, to),
    high: of.high.subarray(from, to),
    low: of.low.subarray(from, to),
  })
  const target = part(work)
  const sorted = radixSort(target, part(spare), to - from)
  if (sorted === target) return
  target.items.set(sorted.items)
  target.high.set(sorted.high)
  target.low.set(sorted.low)
}

/** Quicksort of items first..last by key, insertion sort for the last few. Not stable: equal keys are refined later. */
function sortSmall(work: Keyed, first: number, last: number): void {
  const { items, high, low } = work
  let [left, right] = [first, last]
  while (right - left > 12) {
    const middle = (left + right) >>> 1
    if (before(work, middle, left)) swap(work, middle, left)
    if (before(work, right, left)) swap(work, right, left)
    if (before(work, right, middle)) swap(work, right, middle)
    const pivotHigh = high[middle] ?? 0
    const pivotLow = low[middle] ?? 0
    let [up, down] = [left, right]
    while (up <= down) {
      while ((high[up] ?? 0) < pivotHigh || (high[up] === pivotHigh && (low[up] ?? 0) < pivotLow)) up++
      while ((high[down] ?? 0) > pivotHigh || (high[down] === pivotHigh && (low[down] ?? 0) > pivotLow))
        down--
      if (up <= down) swap(work, up++, down--)
    }
    if (down - left < right - up) {
      sortSmall(work, left, down)
      left = up
    } else {
      sortSmall(work, up, right)
      right = down
    }
  }
  for (let at = left + 1; at <= right; at++) {
    const item = items[at] ?? 0
    const itemHigh = high[at] ?? 0
    const itemLow = low[at] ?? 0
    let to = at
    while (to > left) {
      const other = high[to - 1] ?? 0
      if (other < itemHigh || (other === itemHigh && (low[to - 1] ?? 0) <= itemLow)) break
      items[to] = items[to - 1] ?? 0
      high[to] = other
      low[to] = low[to - 1] ?? 0
      to--
    }
    items[to] = item
    high[to] = itemHigh
    low[to] = itemLow
  }
}

function before(work: Keyed, left: number, right: number): boolean {
  const a = work.high[left] ?? 0
  const b = work.high[right] ?? 0
  return a < b || (a === b && (work.low[left] ?? 0) < (work.low[right] ?? 0))
}

function swap(work: Keyed, left: number, right: number): void {
  const { items, high, low } = work
  const [item, itemHigh, itemLow] = [items[left] ?? 0, high[left] ?? 0, low[left] ?? 0]
  items[left] = items[right] ?? 0
  high[left] = high[right] ?? 0
  low[left] = low[right] ?? 0
  items[right] = item
  high[right] = itemHigh
  low[right] = itemLow
}
