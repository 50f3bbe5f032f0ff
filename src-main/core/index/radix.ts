/** Items with a 64-bit key each, the key in two halves. */
export interface Keyed {
  items: Uint32Array
  high: Uint32Array
  low: Uint32Array
}

/** Room for `length` items and their keys. */
export function keyed(length: number): Keyed {
  return { items: new Uint32Array(length), high: new Uint32Array(length), low: new Uint32Array(length) }
}

/** Passes of 8 bits: 256 places stay in the nearest cache, which more passes do not outweigh. */
const digits = 256
const passes = 8
const counts = new Uint32Array(digits * passes)

/**
 * Sorts by key, stably, in at most eight passes; passes in which all items agree are skipped, and what is in order
 * already stays. `spare` has the same length. Returns whichever of the two holds the result.
 */
export function radixSort(source: Keyed, spare: Keyed, length: number): Keyed {
  if (isSorted(source, length)) return source
  countDigits(source, length)
  let [from, to] = [source, spare]
  for (let pass = 0; pass < passes; pass++) {
    const half = pass < 4 ? from.low : from.high
    const shift = (pass & 3) << 3
    const base = pass * digits
    if (counts[base + (((half[0] ?? 0) >>> shift) & 0xff)] === length) continue
    let total = 0
    for (let place = base; place < base + digits; place++) {
      const count = counts[place] ?? 0
      counts[place] = total
      total += count
    }
    scatter(from, to, half, shift, base, length)
    ;[from, to] = [to, from]
  }
  return from
}

function isSorted({ high, low }: Keyed, length: number): boolean {
  for (let at = 1; at < length; at++) {
    const a = high[at - 1] ?? 0
    const b = high[at] ?? 0
    if (a > b || (a === b && (low[at - 1] ?? 0) > (low[at] ?? 0))) return false
  }
  return true
}

/** The digits of all passes at once: which items have which does not change while they move. */
function countDigits({ high, low }: Keyed, length: number): void {
  counts.fill(0)
  for (let pass = 0; pass < passes; pass++) {
    const half = pass < 4 ? low : high
    const shift = (pass & 3) << 3
    const base = pass * digits
    for (let at = 0; at < length; at++) {
      const place = base + (((half[at] ?? 0) >>> shift) & 0xff)
      counts[place] = (counts[place] ?? 0) + 1
    }
  }
}

function scatter(
  from: Keyed,
  to: Keyed,
  half: Uint32Array,
  shift: number,
  base: number,
  length: number,
): void {
  const { items, high, low } = from
  const { items: toItems, high: toHigh, low: toLow } = to
  for (let at = 0; at < length; at++) {
    const digit = base + (((half[at] ?? 0) >>> shift) & 0xff)
    const place = counts[digit] ?? 0
    counts[digit] = place + 1
    toItems[place] = items[at] ?? 0
    toHigh[place] = high[at] ?? 0
    toLow[place] = low[at] ?? 0
  }
}

const float = new Float64Array(1)
const halves = new Uint32Array(float.buffer)

/** Keys that order as the numbers do (or the other way round), NaN last either way. The machine is little-endian. */
export function numberKey(value: number, descending: boolean, into: Keyed, at: number): void {
  if (Number.isNaN(value)) {
    into.high[at] = 0xffffffff
    into.low[at] = 0xffffffff
    return
  }
  float[0] = value === 0 ? 0 : value
  let high = halves[1] ?? 0
  let low = halves[0] ?? 0
  const negative = high >>> 31 === 1
  high = negative ? ~high : high ^ 0x80000000
  if (negative) low = ~low
  into.high[at] = descending ? ~high : high
  into.low[at] = descending ? ~low : low
}
