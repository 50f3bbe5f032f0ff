import { describe, expect, it } from 'vitest'
import {
  LoopWatch,
  readBookmark,
  requestAt,
  stepAfter,
  type ListPlace,
} from '../../../src-main/copying/cursor/pager'
import type { Continuation } from '../../../src-shared/interface/paging'

const page = (count: number, next: Continuation) => ({
  items: Array.from({ length: count }, (_, id) => ({ id: String(id) })),
  next,
  total: null,
})
const window = (limit: number, had: number): ListPlace => ({ kind: 'window', limit, had })

describe('what is asked', () => {
  it.each<[ListPlace, object]>([
    [{ kind: 'start' }, { limit: 100 }],
    [
      { kind: 'cursor', cursor: 'c1' },
      { limit: 100, cursor: 'c1' },
    ],
    [
      { kind: 'page', page: 3 },
      { limit: 100, page: 3 },
    ],
    [window(1000, 100), { limit: 1000 }],
  ])('at %j', (place, request) => {
    expect(requestAt(place)).toEqual(request)
  })
})

describe('a cursor list', () => {
  it('goes on at the cursor it was given', () => {
    const step = stepAfter({ kind: 'start' }, page(100, { kind: 'cursor', cursor: 'c1' }))
    expect(step).toEqual({ kind: 'on', place: { kind: 'cursor', cursor: 'c1' } })
  })

  it('is complete at its end, and when it is empty', () => {
    expect(stepAfter({ kind: 'cursor', cursor: 'c1' }, page(3, { kind: 'end' })).kind).toBe('complete')
    expect(stepAfter({ kind: 'start' }, page(0, { kind: 'end' })).kind).toBe('complete')
  })
})

describe('a list with page numbers', () => {
  it('goes on with the page that the answer names, even the first again in our page size', () => {
    const first = stepAfter({ kind: 'start' }, page(20, { kind: 'page', page: 1, totalPages: 3 }))
    expect(first).toEqual({ kind: 'on', place: { kind: 'page', page: 1 } })
  })

  it('never goes backwards where the service ignores the number', () => {
    const step = stepAfter({ kind: 'page', page: 2 }, page(100, { kind: 'page', page: 2, totalPages: 5 }))
    expect(step).toEqual({ kind: 'on', place: { kind: 'page', page: 3 } })
  })

  it('is complete after its last page', () => {
    expect(
      stepAfter({ kind: 'page', page: 5 }, page(100, { kind: 'page', page: 6, totalPages: 5 })).kind,
    ).toBe('complete')
  })
})

describe('a newest-first window', () => {
  it('grows tenfold while it comes back full', () => {
    expect(stepAfter({ kind: 'start' }, page(100, { kind: 'window' }))).toEqual({
      kind: 'on',
      place: window(1000, 100),
    })
    expect(stepAfter(window(1000, 100), page(1000, { kind: 'window' }))).toEqual({
      kind: 'on',
      place: window(10_000, 1000),
    })
  })

  it('is complete when fewer than the default came', () => {
    expect(stepAfter({ kind: 'start' }, page(99, { kind: 'window' })).kind).toBe('complete')
  })

  it('is short when a larger one came back smaller than asked: that may be a limit of the service', () => {
    expect(stepAfter(window(1000, 100), page(500, { kind: 'window' })).kind).toBe('short')
    expect(stepAfter(window(1000, 100), page(100, { kind: 'window' })).kind).toBe('short')
  })

  it('does not grow past 100,000', () => {
    expect(stepAfter(window(100_000, 10_000), page(100_000, { kind: 'window' })).kind).toBe('short')
  })
})

describe('a list that does not end', () => {
  const to = (cursor: string) => ({ kind: 'on', place: { kind: 'cursor', cursor } }) as const

  it('is known by a cursor that comes again', () => {
    const loops = new LoopWatch()
    expect(loops.revisits(to('a'))).toBe(false)
    expect(loops.revisits(to('b'))).toBe(false)
    expect(loops.revisits(to('a'))).toBe(true)
  })

  it('is known by two pages in a row that bring nothing new', () => {
    const loops = new LoopWatch()
    expect(loops.repeats(100, 100)).toBe(false)
    expect(loops.repeats(100, 100)).toBe(true)
  })

  it('is not a page that was wholly seen because records moved', () => {
    const loops = new LoopWatch()
    expect(loops.repeats(100, 100)).toBe(false)
    expect(loops.repeats(100, 99)).toBe(false)
    expect(loops.repeats(100, 100)).toBe(false)
  })

  it('is known by empty pages that promise more, after a while', () => {
    const loops = new LoopWatch()
    const seen = Array.from({ length: 10 }, () => loops.repeats(0, 0))
    expect(seen).toEqual([...Array.from({ length: 9 }, () => false), true])
  })
})

describe('a stored bookmark', () => {
  it('is read as it was written', () => {
    const stored = { place: { kind: 'cursor', cursor: 'c1' }, startedOver: true }
    expect(readBookmark(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it.each([
    null,
    undefined,
    {},
    { place: { kind: 'nowhere' } },
    { place: { kind: 'cursor', cursor: '' } },
    'x',
  ])('that makes no sense (%j) starts at the beginning', (stored) => {
    expect(readBookmark(stored)).toEqual({ place: { kind: 'start' }, startedOver: false })
  })
})
