import type { Dictionary } from './dictionary'
import { keyed, numberKey, radixSort } from './radix'
import { sortTexts } from './text-order'
import { kind } from './values'

/** The place of each code among the values of its column; equal values share one. Code 0 has 0, others from 1. */
interface Ranks {
  ranks: Uint32Array
  last: number
}

/**
 * Ranks by kind (numbers, dates, booleans, texts, lists of texts, other lists, objects), then by number or by folded text, which is
 * compared by code points: the same order on every machine.
 */
export function rankCodes(dictionary: Dictionary): Ranks {
  const ranks = new Uint32Array(dictionary.size + 1)
  let last = 0
  const byKind = codesByKind(dictionary)
  for (const of of [kind.number, kind.date, kind.boolean]) {
    const codes = byKind[of]
    if (!codes || codes.length === 0) continue
    const work = keyed(codes.length)
    work.items.set(codes)
    for (let at = 0; at < codes.length; at++) numberKey(dictionary.numberOf(codes[at] ?? 0), false, work, at)
    const { items, high, low } = radixSort(work, keyed(codes.length), codes.length)
    for (let at = 0; at < items.length; at++) {
      if (at === 0 || high[at] !== high[at - 1] || low[at] !== low[at - 1]) last++
      ranks[items[at] ?? 0] = last
    }
  }
  for (const of of [kind.text, kind.list, kind.mixed, kind.object]) {
    const codes = byKind[of]
    if (!codes || codes.length === 0) continue
    const { items, repeats } = sortTexts(dictionary.heap, codes)
    for (let at = 0; at < items.length; at++) {
      if (repeats[at] === 0) last++
      ranks[items[at] ?? 0] = last
    }
  }
  return { ranks, last }
}

function codesByKind(dictionary: Dictionary): Uint32Array[] {
  const counts = new Uint32Array(8)
  for (let code = 1; code <= dictionary.size; code++) {
    const of = dictionary.kindOf(code)
    counts[of] = (counts[of] ?? 0) + 1
  }
  const byKind = Array.from(counts, (count) => new Uint32Array(count))
  counts.fill(0)
  for (let code = 1; code <= dictionary.size; code++) {
    const of = dictionary.kindOf(code)
    const codes = byKind[of]
    if (codes) codes[counts[of] ?? 0] = code
    counts[of] = (counts[of] ?? 0) + 1
  }
  return byKind
}

/** Compares two values as {@link rankCodes} orders them. Neither code is 0. */
export function compareCodes(dictionary: Dictionary, left: number, right: number): number {
  if (left === right) return 0
  const kinds = dictionary.kindOf(left) - dictionary.kindOf(right)
  if (kinds !== 0) return kinds
  if (dictionary.kindOf(left) >= kind.text) return dictionary.heap.compare(left, right)
  const [a, b] = [dictionary.numberOf(left), dictionary.numberOf(right)]
  return a < b ? -1 : a > b ? 1 : 0
}
