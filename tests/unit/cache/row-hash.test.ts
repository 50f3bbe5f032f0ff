import { expect, it } from 'vitest'
import { RowHash } from '../../../src-main/core/database/row-hash'

it('finds every row again after growing', () => {
  const rows = new RowHash(16)
  for (let row = 1; row <= 5000; row += 1) rows.add((row * 7919) >>> 0, row)
  for (let row = 1; row <= 5000; row += 1) expect(rows.find((row * 7919) >>> 0, () => true)).toBe(row)
})

it('asks which of several rows of one hash is meant', () => {
  const rows = new RowHash(16)
  for (const row of [1, 2, 3]) rows.add(42, row)
  expect(rows.find(42, (row) => row === 3)).toBe(3)
  expect(rows.find(42, () => false)).toBeUndefined()
})

it('still finds what was placed after a row that was taken out', () => {
  const rows = new RowHash(16)
  for (const row of [1, 2, 3]) rows.add(42, row)
  rows.remove(42, 2)
  expect(rows.find(42, (row) => row === 2)).toBeUndefined()
  expect(rows.find(42, (row) => row === 3)).toBe(3)
})
