import { describe, expect, it } from 'vitest'
import { askRows } from '../../../../src-renderer/features/imports/check/ask-rows'
import { importRow } from './import-samples'

type Ask = Parameters<typeof askRows>[0]

/** A list of so many rows that answers three at a time; `revisions`: of its answers in turn, 1 where there is none. */
function list(count: number, { counted = true, revisions = [] as number[] } = {}) {
  const asked: { offset: number; limit: number }[] = []
  const ask: Ask = ({ slice }) => {
    const { offset, limit } = slice
    const revision = revisions[asked.length] ?? 1
    asked.push(slice)
    const length = Math.max(0, Math.min(limit, 3, count - offset))
    const rows = Array.from({ length }, (_, at) => importRow(offset + at + 1, 'ann@example.com'))
    return Promise.resolve({ rows, count, counted, revision })
  }
  return { ask, asked }
}

async function read({ ask }: ReturnType<typeof list>, offset: number, limit: number) {
  const { rows } = await askRows(ask, { id: 7, filter: 'all', search: '', slice: { offset, limit } })
  return rows.map(({ row }) => row)
}

describe('rows whose cells are too many for one answer', () => {
  it('are asked for on, to the end of the slice', async () => {
    const rows = list(20)
    expect(await read(rows, 4, 8)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
    expect(rows.asked).toEqual([
      { offset: 4, limit: 8 },
      { offset: 7, limit: 5 },
      { offset: 10, limit: 2 },
    ])
  })

  it('are asked for to the end of the list and no further', async () => {
    const rows = list(5)
    expect(await read(rows, 0, 500)).toEqual([1, 2, 3, 4, 5])
    expect(rows.asked).toHaveLength(2)
    expect(await read(list(0), 0, 500)).toEqual([])
  })

  it('are not mixed with those of another revision', async () => {
    expect(await read(list(20, { revisions: [1, 2] }), 0, 9)).toEqual([1, 2, 3])
  })
})
