import { describe, expect, it } from 'vitest'
import type { CacheStore } from '../../../src-main/cache/store'
import { createFlow } from '../../../src-main/records/flow'
import { readList, type ReadEnd } from '../../../src-main/records/reading'
import { openStore } from '../cache/support'
import { MovingList, seededRandom } from './moving-list'

const connectionId = 'somewhere'

/** The store's methods as the main thread sees them. */
function later(store: CacheStore): Parameters<typeof readList>[1]['cache'] {
  const { records } = store
  return {
    records: {
      run: async (...args) => records.run(...args),
      applyPage: async (...args) => records.applyPage(...args),
      mark: async (...args) => records.mark(...args),
      unseen: async (...args) => records.unseen(...args),
    },
  }
}

/** Reads the whole list; `between` happens at the service before each page. */
async function read(store: CacheStore, list: MovingList, between: () => void, width = 4): Promise<ReadEnd> {
  const run = store.records.begin({ connectionId, cause: 'person', now: 1 })
  const end = await readList(run.id, {
    cache: later(store),
    ask: async (skip) => {
      between()
      return list.page(skip, 100)
    },
    flow: width === 1 ? createFlow(1) : { width, came: () => undefined, refused: () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  })
  store.records.finish({ runId: run.id, sweep: end.complete, report: [], now: 2 })
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
  const random = seededRandom(seed)
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
