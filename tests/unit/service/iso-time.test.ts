import { expect, it } from 'vitest'
import { isoTime } from '../../../src-service/dialect/iso-time'

it.each([
  0,
  1,
  999,
  1000,
  59_999,
  3_599_999,
  86_399_999,
  86_400_000,
  -1,
  -86_400_001,
  Date.UTC(2026, 10, 20, 14, 3, 9, 87),
  Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  8.64e15,
  -8.64e15,
])('writes %i as Date does', (ms) => {
  expect(isoTime(ms)).toBe(new Date(ms).toISOString())
})

it('writes any time as Date does, over more days than it keeps', () => {
  for (let at = 0; at < 20_000; at++) {
    const ms = at * 86_400_000 + at * 7919
    expect(isoTime(ms)).toBe(new Date(ms).toISOString())
  }
})

it('refuses what is no time', () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError)
  expect(() => isoTime(8.64e15 + 86_400_000)).toThrow(RangeError)
})
