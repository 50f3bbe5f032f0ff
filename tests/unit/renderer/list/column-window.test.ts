import { describe, expect, it } from 'vitest'
import { columnEdges, mostDrawn, windowOf } from '../../../../src-renderer/lists/list/use-column-window'

const columns = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `c${at}`, label: `Column ${at}`, width: 100 }))

describe('the columns that are drawn', () => {
  it('are all of them where they are few', () => {
    const edges = columnEdges(columns(mostDrawn), true)
    expect(windowOf(edges, 900, 300)).toEqual({ first: 0, end: mostDrawn })
  })

  it('are those that are seen, and some on either side, of ten thousand', () => {
    const edges = columnEdges(columns(10_000), false)
    for (const left of [0, 50, 333_333, 999_000]) {
      const { first, end } = windowOf(edges, left, 1000)
      expect(first * 100).toBeLessThanOrEqual(left)
      expect(end * 100).toBeGreaterThanOrEqual(left + 1000)
      expect(end - first).toBeLessThan(30)
    }
  })

  it('are the same ones for a few pixels more', () => {
    const edges = columnEdges(columns(10_000), true)
    expect(windowOf(edges, 50_010, 1000)).toEqual(windowOf(edges, 50_030, 1000))
  })

  it('end with the last column, and begin with the first', () => {
    const edges = columnEdges(columns(100), true)
    expect(windowOf(edges, 0, 500).first).toBe(0)
    expect(windowOf(edges, 9600, 500).end).toBe(100)
  })
})
