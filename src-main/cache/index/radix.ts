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

const digits = 1 << 16
const counts = new Uint32Array(digits)

/**
 * Sorts by key, stably, in at most four passes of 16 bits; passes in which all items agree are skipped. `spare`
 * has the same length. Returns whichever of the two holds the result.
 */
export function radixSort(source: Keyed, spare: Keyed, length: number): Keyed {
  let [from, to] = [source, spare]
  for (let pass = 0; pass < 4; pass++) {
    const half = pass < 2 ? from.low : from.high
    const shift = (pass & 1) << 4
    counts.fill(0)
    for (let at = 0; at < length; at++) {
      const digit = ((half[at] ?? 0) >>> shift) & 0xffff
      counts[digit] = (counts[digit] ?? 0) + 1
    }
    if (counts[((half[0] ?? 0) >>> shift) & 0xffff] === length) continue
    let total = 0
    for (let digit = 0; digit < digits; digit++) {
      const count = counts[digit] ?? 0
      counts[digit] = total
      total += count
    }
    scatter(from, to, half, shift, length)
    ;[from, to] = [to, from]
  }
  return from
}

function scatter(from: Keyed, to: Keyed, half: Uint32Array, shift: number, length: number): void {
  const { items, high, low } = from
  const { items: toItems, high: toHigh, low: toLow } = to
  for (let at = 0; at < length; at++) {
    const digit = ((half[at] ?? 0) >>> shift) & 0xffff
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
