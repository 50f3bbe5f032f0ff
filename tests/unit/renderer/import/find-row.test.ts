import { describe, expect, it, vi } from 'vitest'
import {
  nextRow,
  positionFrom,
  type ReadRows,
} from '../../../../src-renderer/features/imports/check/find-row'
import { importRow } from './import-samples'

/** A list of rows of these numbers, read as the core reads it. */
function listOf(length: number, number: (position: number) => number) {
  return vi.fn<ReadRows>(async (offset, limit) => ({
    rows: Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, at) =>
      importRow(number(offset + at), 'a@b.co'),
    ),
    count: length,
  }))
}

describe('the place of a row', () => {
  it('is found in a list of any length, for every row of it', async () => {
    for (const length of [1, 99, 100, 101, 350, 1000]) {
      const read = listOf(length, (position) => position * 3 + 2)
      for (let position = 0; position < length; position += 7) {
        expect((await positionFrom(read, position * 3 + 2)).position).toBe(position)
        expect((await positionFrom(read, position * 3)).position).toBe(position)
      }
      expect(await positionFrom(read, length * 3)).toEqual({ position: length, row: null })
    }
  })

  it('costs few readings among a million', async () => {
    const read = listOf(1_000_000, (position) => position + 1)
    expect((await positionFrom(read, 765_432)).position).toBe(765_431)
    expect(read.mock.calls.length).toBeLessThan(20)
  })
})

describe('the next row', () => {
  const read = listOf(3, (position) => [231, 902, 1107][position] ?? 0)

  it('is the one after', async () => {
    expect((await nextRow(read, 231))?.row).toBe(902)
    expect((await nextRow(read, 300))?.row).toBe(902)
  })

  it('is the first again after the last', async () => {
    expect((await nextRow(read, 1107))?.row).toBe(231)
  })

  it('is none where there is no other', async () => {
    expect(
      await nextRow(
        listOf(1, () => 231),
        231,
      ),
    ).toBeNull()
    expect(
      await nextRow(
        listOf(0, () => 0),
        231,
      ),
    ).toBeNull()
  })
})
