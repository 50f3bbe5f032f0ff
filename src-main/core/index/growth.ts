/** How long a full array becomes: less than doubled, since the largest of these arrays hold tens of megabytes. */
export function grown(length: number, needed: number): number {
  return Math.max(needed, 16, length + (length >>> 2))
}

/** The array itself, or a longer copy where `needed` elements do not fit. */
export function bytesWithRoom(array: Uint8Array, needed: number): Uint8Array {
  if (needed <= array.length) return array
  const longer = new Uint8Array(grown(array.length, needed))
  longer.set(array)
  return longer
}

/** {@link bytesWithRoom} for unsigned 32-bit numbers. */
export function intsWithRoom(array: Uint32Array, needed: number): Uint32Array {
  if (needed <= array.length) return array
  const longer = new Uint32Array(grown(array.length, needed))
  longer.set(array)
  return longer
}

/** {@link bytesWithRoom} for numbers; the new places hold NaN. */
export function floatsWithRoom(array: Float64Array, needed: number): Float64Array {
  if (needed <= array.length) return array
  const longer = new Float64Array(grown(array.length, needed))
  longer.set(array)
  longer.fill(NaN, array.length)
  return longer
}
