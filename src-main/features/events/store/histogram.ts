import type { EventQuery, Histogram } from '../../../../src-shared/bridge/events'

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
  const midnight = new Date(first)
  midnight.setHours(0, 0, 0, 0)
  const startOf = (width: number) =>
    midnight.getTime() + Math.floor((first - midnight.getTime()) / width) * width
  const fits = (width: number) => last < startOf(width) + width * most
  let width = widths.find(fits) ?? 364 * day
  while (!fits(width)) width *= 2
  const start = startOf(width)
  const count = Math.min(most, Math.max(1, Math.floor((last - start) / width) + 1))
  return { start, bucketMs: width, counts: new Array<number>(count).fill(0) }
}

/** The histogram of these times, the last first, within what is asked for; null where there are none. */
export function histogramOf(
  times: Float64Array,
  { from, to }: Pick<EventQuery, 'from' | 'to'>,
  most: number,
): Histogram | null {
  const last = times[0]
  const first = times.at(-1)
  if (first === undefined || last === undefined) return null
  const histogram = bucketsFor(from ?? first, to === null ? last : to - 1, most)
  for (const time of times) {
    const bucket = Math.floor((time - histogram.start) / histogram.bucketMs)
    histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1
  }
  return histogram
}
