import { expect, it } from 'vitest'
import { SortedHashes } from '../../../src-main/core/database/sorted-hashes'
import { drive } from '../../../src-main/core/database/session'

it('gives pairs back by hash, over the whole range of 32 bits', () => {
  const pairs = Array.from(
    { length: 3000 },
    (_, index) => [Math.imul(index, 2654435761) >>> 0, index + 1] as const,
  )
  const sorted = new SortedHashes(10)
  for (const [hash, row] of pairs) sorted.add(hash, row)
  drive(sorted.sort())
  const expected = [...pairs].sort((a, b) => a[0] - b[0])
  const given = expected.map((_, place) => [sorted.hashAt(place), sorted.rowAt(place)])
  expect(given).toEqual(expected)
})

it('keeps the order of rows that share a hash', () => {
  const sorted = new SortedHashes(1)
  for (const row of [5, 3, 9]) sorted.add(4_000_000_000, row)
  drive(sorted.sort())
  expect([0, 1, 2].map((place) => sorted.rowAt(place))).toEqual([5, 3, 9])
})
