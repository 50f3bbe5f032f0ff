import type { Histogram } from '../../../src-shared/bridge/events'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Widths that people read easily. */
const widths = [1, 2, 5, 10, 15, 30]
  .map((count) => count * minute)
  .concat([1, 2, 3, 6, 12].map((count) => count * hour))
  .concat([1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * day))

/**
 * The empty buckets of a histogram from one time to another, at most `most` of them, of a width that is easily
 * read, beginning at a round local time.
 */
export function bucketsFor(first: number, last: number, most: number): Histogram {
  const needed = (last - first + 1) / Math.max(1, most - 1)
  const width = widths.find((candidate) => candidate >= needed) ?? Math.ceil(needed / (364 * day)) * 364 * day
  const midnight = new Date(first)
  midnight.setHours(0, 0, 0, 0)
  const start = midnight.getTime() + Math.floor((first - midnight.getTime()) / width) * width
  const count = Math.min(most, Math.max(1, Math.floor((last - start) / width) + 1))
  return { start, bucketMs: width, counts: new Array<number>(count).fill(0) }
}
