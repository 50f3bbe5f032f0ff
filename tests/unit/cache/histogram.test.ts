import { expect, it } from 'vitest'
import { bucketsFor } from '../../../src-main/features/events/store/histogram'

const day = 86_400_000
const local = (month: number, date: number, hour = 0) => new Date(2026, month, date, hour).getTime()

it('covers the whole span in at most as many buckets as asked', () => {
  for (const span of [1, 90_000, 3_600_000, 5 * day, 400 * day, 4000 * day]) {
    for (const most of [1, 7, 60]) {
      const last = local(2, 3, 15)
      const { start, bucketMs, counts } = bucketsFor(last - span, last, most)
      expect(counts.length).toBeLessThanOrEqual(most)
      expect(start + bucketMs * counts.length).toBeGreaterThan(last)
      expect(start).toBeLessThanOrEqual(last - span)
    }
  }
})

it('begins days at local midnight', () => {
  const { start, bucketMs } = bucketsFor(local(2, 3, 15), local(2, 20, 9), 40)
  expect(bucketMs % day === 0 || day % bucketMs === 0).toBe(true)
  expect(new Date(start).getMinutes()).toBe(0)
})
