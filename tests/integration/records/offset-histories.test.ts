import { describe, expect, it } from 'vitest'
import type { CacheStore } from '../../../src-main/cache/store'
import { readList, type OffsetReadEnd } from '../../../src-main/copying/offset/reading'
import { openStore, temporaryFolder } from '../cache/support'
import { seeded } from '../../fixtures/seeded'
import { MovingList } from './moving-list'

const connectionId = 'somewhere'

/** The store's methods as the main thread sees them. */
function later(store: CacheStore): Parameters<typeof readList>[1]['cache'] {
  const { records } = store
  return {
    records: {
      run: async (...args) => records.run(...args),
      applyPages: async (...args) => records.applyPages(...args),
      mark: async (...args) => records.mark(...args),
      unseen: async (...args) => records.unseen(...args),
    },
  }
}

/** Goes on with a run; `between` happens before each page. */
function readOn(
  store: CacheStore,
  runId: number,
  list: MovingList,
  between: () => void,
  width: number,
): Promise<OffsetReadEnd> {
  return readList(runId, {
    cache: later(store),
    ask: async ({ skip, limit }) => {
      between()
      return list.page(skip, limit)
    },
    flow: { width, came: () => undefined, refused: () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  })
}

/** Reads the whole list in a run of its own. */
async function read(
  store: CacheStore,
  list: MovingList,
  between: () => void,
  width: number,
): Promise<OffsetReadEnd> {
  const { id: runId } = store.records.begin({ connectionId, cause: 'person', now: 1 })
  const end = await readOn(store, runId, list, between, width)
  store.records.finish({ runId, sweep: end.complete, report: [], now: 2 })
  return end
}

function copyOf(store: CacheStore): Map<string, string> {
  const query = {
    search: '',
    filters: [],
    sort: { field: 'order' as const, direction: 'asc' as const },
    sinceLast: false,
  }
  const copy = new Map<string, string>()
  for (let offset = 0; ; offset += 500) {
    const { rows, total } = store.records.page({ connectionId, query, slice: { offset, limit: 500 } })
    for (const { id, data } of rows) copy.set(id, JSON.stringify(data))
    if (offset + 500 >= total) return copy
  }
}

function serviceOf(list: MovingList): Map<string, string> {
  return new Map(list.items.map(({ id, ...rest }) => [id, JSON.stringify(rest)]))
}

const tellings = ['pageInfo', 'totalCount', 'both', 'nothing'] as const

/** A list, and what happens to it: few or many records, small pages, calm or hurried changes. */
function history(seed: number) {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const list = new MovingList({ most: 2 + upTo(30), tells: tellings[seed % 4] ?? 'both' }, upTo(160))
  const hurry = random() * 0.8
  const width = 1 + upTo(4)
  const change = (moves: boolean) => {
    for (let burst = random() < 0.05 ? upTo(40) : 1 + upTo(3); burst > 0; burst--) {
      const kind = random()
      const { length } = list.items
      if (kind < 0.4) list.insert(random() < 0.3 ? 0 : upTo(length + 1))
      else if (kind < 0.75) list.remove(upTo(length))
      else if (kind < 0.85) list.change(upTo(length))
      else if (moves) list.move(upTo(length), upTo(length))
    }
  }
  return { list, width, random, between: (moves: boolean) => () => random() < hurry && change(moves) }
}

describe('a list that changes while it is read', () => {
  it('is the same in the copy after the run and a quiet second one, over 1,000 histories with moves', async () => {
    const { store } = openStore()
    for (let seed = 1; seed <= 1000; seed++) {
      const { list, width, between } = history(seed)
      await read(store, list, between(true), width)
      const quiet = await read(store, list, () => undefined, width)
      expect(quiet.complete, `history ${seed}`).toBe(true)
      expect(quiet.last.drift, `history ${seed}`).toMatchObject({ gaps: 0, reread: 0, passes: 1 })
      expect(copyOf(store), `history ${seed}`).toEqual(serviceOf(list))
      store.records.remove({ connectionId, keepViews: false })
    }
  }, 240_000)

  it('loses nothing that stays in it, and keeps nothing that was gone before, over 1,000 histories of insertions and deletions', async () => {
    const { store } = openStore()
    let swept = 0
    for (let seed = 1001; seed <= 2000; seed++) {
      const { list, width, between } = history(seed)
      await read(store, list, () => undefined, width)
      const gone = list.items.slice(0, 3).map(({ id }) => id)
      list.items.splice(0, 3)
      const before = new Set(list.items.map(({ id }) => id))
      const end = await read(store, list, between(false), width)
      const copy = copyOf(store)
      for (const { id } of list.items) {
        if (before.has(id)) expect(copy.has(id), `history ${seed}, ${id}`).toBe(true)
      }
      store.records.remove({ connectionId, keepViews: false })
      if (!end.complete) continue
      swept += 1
      for (const id of gone) expect(copy.has(id), `history ${seed}, ${id}`).toBe(false)
    }
    expect(swept).toBeGreaterThan(800)
  }, 240_000)
})

describe('a run that was killed', () => {
  it('goes on where it was and reads everything once, over 100 histories', async () => {
    const folder = temporaryFolder()
    for (let seed = 1; seed <= 100; seed++) {
      const { list, random, width } = history(seed)
      const before = openStore({ folder })
      let left = Math.floor(random() * 12)
      const kill = () => {
        left -= 1
        if (left < 0) throw new Error('Killed')
      }
      const runId = before.store.records.begin({ connectionId, cause: 'person', now: 1 }).id
      await readOn(before.store, runId, list, kill, width).catch(() => undefined)
      before.close()
      const after = openStore({ folder })
      const end = await readOn(after.store, runId, list, () => undefined, width)
      expect(end.complete, `history ${seed}`).toBe(true)
      expect(end.run.received, `history ${seed}`).toBe(list.items.length)
      after.store.records.finish({ runId, sweep: true, report: [], now: 2 })
      expect(copyOf(after.store), `history ${seed}`).toEqual(serviceOf(list))
      after.store.records.remove({ connectionId, keepViews: false })
      after.close()
    }
  }, 240_000)
})
