import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  blockSize,
  calmMs,
  SliceCache,
  type FirstRows,
  type ListSlice,
} from '../../../../src-renderer/lists/list/slice-cache'

interface Call {
  offset: number
  limit: number
  signal: AbortSignal
  early: (first?: Partial<FirstRows<string>>) => void
  answer: (slice?: Partial<ListSlice<string>>) => Promise<void>
  fail: () => Promise<void>
}

/** A list whose answers come when the test says so. */
function scripted(count: number) {
  const calls: Call[] = []
  let revision = 1
  let prefix = 'row'
  let done = 0
  const rowsAt = (offset: number, limit: number) =>
    Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, n) => `${prefix} ${offset + n}`)
  const load = (
    offset: number,
    limit: number,
    signal: AbortSignal,
    early?: (first: FirstRows<string>) => void,
  ) =>
    new Promise<ListSlice<string>>((resolve, reject) => {
      const settle = () => new Promise<void>((after) => queueMicrotask(() => queueMicrotask(after)))
      calls.push({
        offset,
        limit,
        signal,
        early: (first) => early?.({ rows: rowsAt(offset, limit), count: null, revision, ...first }),
        answer: (slice) => (resolve({ rows: rowsAt(offset, limit), count, revision, ...slice }), settle()),
        fail: () => (reject(new Error('no answer')), settle()),
      })
    })
  return {
    calls,
    load,
    last: () => calls[calls.length - 1]!,
    change(next: { revision: number; prefix?: string }) {
      revision = next.revision
      prefix = next.prefix ?? prefix
    },
    /** Answers all that is asked, until nothing more is. */
    async settle() {
      while (done < calls.length) await calls[done++]?.answer()
    },
  }
}

function cacheOf(list: ReturnType<typeof scripted>) {
  const changed = vi.fn()
  const failed = vi.fn()
  return { cache: new SliceCache<string>(list.load, { changed, failed }), changed, failed }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('reading', () => {
  it('asks for what is looked at first', async () => {
    const list = scripted(1000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.last().answer()
    expect(list.calls[0]).toMatchObject({ offset: 0, limit: blockSize })
    expect(cache.row(29)).toBe('row 29')
  })

  it('then reads a margin, and no more', async () => {
    const list = scripted(1_000_000)
    const { cache } = cacheOf(list)
    cache.show({ first: 500_000, end: 500_030 })
    await list.settle()
    expect(cache.held).toBe(3 * blockSize)
    expect(cache.row(500_030 + 2 * blockSize)).toBeUndefined()
  })

  it('asks once while dragged over many places, for the last of them', async () => {
    const list = scripted(1_000_000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    for (let place = 10_000; place <= 900_000; place += 10_000) cache.show({ first: place, end: place + 30 })
    await list.last().answer()
    expect(list.calls).toHaveLength(2)
    expect(list.last().offset).toBe(900_000)
  })

  it('holds a bounded number of rows wherever it has been', async () => {
    const list = scripted(1_000_000)
    const { cache } = cacheOf(list)
    for (let place = 0; place < 20_000; place += 35) {
      cache.show({ first: place, end: place + 35 })
      await list.settle()
      expect(cache.held).toBeLessThanOrEqual(7 * blockSize)
    }
  })

  it('reads the last rows when the list turns out shorter than the view stood', async () => {
    const list = scripted(70)
    const { cache } = cacheOf(list)
    cache.show({ first: 900, end: 930 })
    await list.settle()
    expect(cache.count).toBe(70)
    expect(cache.row(69)).toBe('row 69')
  })

  it('knows that an empty list is empty', async () => {
    const list = scripted(0)
    const { cache, changed } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    expect(cache.count).toBe(0)
    expect(changed).toHaveBeenCalledTimes(1)
    expect(list.calls).toHaveLength(1)
  })
})

describe('another query', () => {
  it('drops the answer to the one before and stops it', async () => {
    const list = scripted(1000)
    const other = scripted(5)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    cache.replace(other.load, { first: 0, end: 30 })
    expect(list.last().signal.aborted).toBe(true)
    await list.last().answer()
    expect(cache.count).toBeNull()
    await other.settle()
    expect(cache.count).toBe(5)
  })

  it('leaves the rows that are shown until its own are there', async () => {
    const list = scripted(1000)
    const other = scripted(5)
    const { cache, changed } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    cache.replace(other.load, { first: 0, end: 30 })
    expect(cache.row(3)).toBe('row 3')
    changed.mockClear()
    await other.settle()
    expect(changed).toHaveBeenCalledWith(true)
  })
})

describe('a changed copy', () => {
  it('is read beside the rows that are shown, and takes their place', async () => {
    const list = scripted(1000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    list.change({ revision: 2, prefix: 'new' })
    cache.refresh()
    vi.advanceTimersByTime(calmMs)
    expect(cache.row(3)).toBe('row 3')
    await list.settle()
    expect(cache.row(3)).toBe('new 3')
    expect(cache.revision).toBe(2)
  })

  it('is read at most once in a while, and at last once more', async () => {
    const list = scripted(30)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    for (let change = 2; change < 30; change++) {
      list.change({ revision: change })
      cache.refresh()
      await list.settle()
    }
    expect(list.calls.length).toBeLessThanOrEqual(3)
    vi.advanceTimersByTime(calmMs)
    await list.settle()
    expect(cache.revision).toBe(29)
  })

  it('is never mixed with the rows before it', async () => {
    const list = scripted(1000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    list.change({ revision: 2, prefix: 'new' })
    cache.show({ first: 500, end: 530 })
    await list.settle()
    expect(cache.row(505)).toBe('new 505')
    expect(cache.row(3)).toBeUndefined()
  })

  it('found by reading the margin is read whole after a calm', async () => {
    const list = scripted(1000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.last().answer()
    list.change({ revision: 2, prefix: 'new' })
    await list.settle()
    vi.advanceTimersByTime(calmMs)
    await list.settle()
    expect(cache.row(3)).toBe('new 3')
  })
})

describe('a failure', () => {
  it('is told, and the rows stay', async () => {
    const list = scripted(1000)
    const { cache, failed } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    cache.refresh()
    await list.last().fail()
    expect(failed).toHaveBeenCalledTimes(1)
    expect(cache.row(3)).toBe('row 3')
  })

  it('is not asked again in a loop', async () => {
    const list = scripted(1000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.last().fail()
    vi.advanceTimersByTime(10_000)
    expect(list.calls).toHaveLength(1)
  })

  it('is asked again when the view moves', async () => {
    const list = scripted(1000)
    const { cache } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.last().fail()
    cache.show({ first: 1, end: 31 })
    expect(list.calls).toHaveLength(2)
  })
})

it('says nothing after it was disposed of', async () => {
  const list = scripted(1000)
  const { cache } = cacheOf(list)
  cache.show({ first: 0, end: 30 })
  cache.dispose()
  expect(list.last().signal.aborted).toBe(true)
})

describe('rows that come before their number', () => {
  async function asked() {
    const list = scripted(1000)
    const { cache, changed } = cacheOf(list)
    cache.show({ first: 0, end: 30 })
    await list.settle()
    const found = scripted(400)
    found.change({ revision: 1, prefix: 'found' })
    cache.replace(found.load, { first: 0, end: 30 })
    changed.mockClear()
    return { cache, changed, found }
  }

  it('are shown at once, in a list as long as it was until it is counted', async () => {
    const { cache, changed, found } = await asked()
    found.last().early()
    expect(cache.row(29)).toBe('found 29')
    expect(cache.count).toBe(1000)
    expect(changed).toHaveBeenCalledExactlyOnceWith(true)
    await found.last().answer()
    expect(cache.count).toBe(400)
    expect(changed).toHaveBeenLastCalledWith(false)
  })

  it('are the whole list where they are said to be', async () => {
    const { cache, found } = await asked()
    found.last().early({ rows: ['found 0', 'found 1'], count: 2 })
    expect(cache.count).toBe(2)
    expect(cache.row(2)).toBeUndefined()
  })

  it('wait for the others where they do not cover what is looked at', async () => {
    const { cache, changed, found } = await asked()
    found.last().early({ rows: ['found 0', 'found 1'] })
    expect(cache.row(0)).toBe('row 0')
    expect(changed).not.toHaveBeenCalled()
  })

  it('are passed over once another list is asked for, or all has come', async () => {
    const { cache, found } = await asked()
    const late = found.last()
    const other = scripted(10)
    cache.replace(other.load, { first: 0, end: 30 })
    late.early()
    expect(cache.row(0)).toBe('row 0')
    await other.last().answer()
    other.calls[0]?.early({ rows: Array.from({ length: 50 }, () => 'late') })
    expect(cache.row(0)).toBe('row 0')
    expect(cache.count).toBe(10)
  })
})
