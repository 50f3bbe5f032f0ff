import { expect, it, vi } from 'vitest'
import { problem } from '../../../src-main/core/problems'
import { key, openStore } from './support'

const wanted = {
  kind: 'import' as const,
  title: 'Import a.csv',
  importId: 7,
  detail: { importId: 7 },
  now: 5,
}
const slice = { offset: 0, limit: 10 }

it('keeps a job through its states, over a restart', () => {
  const one = openStore({ key })
  const { id } = one.store.jobs.add(wanted)
  const progress = { total: 10, done: 4, failed: 1 }
  one.store.jobs.set({ id, state: 'running', now: 6, problem: null })
  one.store.jobs.set({ id, state: 'paused', now: 7, problem: problem('key_refused').problem, progress })
  one.close()
  const { store } = openStore({ folder: one.folder, key })
  expect(store.jobs.live()).toMatchObject([
    {
      job: { id, state: 'paused', startedAt: 6, problem: { code: 'key_refused' }, ...progress },
      detail: { importId: 7 },
    },
  ])
  store.jobs.set({ id, state: 'finished', now: 9, problem: null })
  expect(store.jobs.live()).toEqual([])
  expect(store.jobs.get(id)?.job).toMatchObject({
    state: 'finished',
    endedAt: 9,
    startedAt: 6,
    problem: null,
  })
})

it('queues again what ran when the program ended', () => {
  const one = openStore({ key })
  const running = one.store.jobs.add(wanted)
  const paused = one.store.jobs.add(wanted)
  one.store.jobs.set({ id: running.id, state: 'running', now: 6, problem: null })
  one.store.jobs.set({ id: paused.id, state: 'paused', now: 6, problem: null })
  one.close()
  const { store } = openStore({ folder: one.folder, key })
  expect(store.jobs.live().map(({ job }) => job.state)).toEqual(['queued', 'paused'])
})

it('puts a job and each of its states on the disk before it answers, its counts when there is time', () => {
  const { store, db } = openStore({ key })
  const pragma = vi.spyOn(db, 'pragma')
  const full = () => pragma.mock.calls.filter(([source]) => source === 'synchronous = FULL').length
  const { id } = store.jobs.add(wanted)
  store.jobs.set({ id, state: 'running', now: 6, problem: null })
  expect(full()).toBe(2)
  store.jobs.count({ id, progress: { total: 3, done: 2, failed: 0 } })
  expect(full()).toBe(2)
  expect(store.jobs.get(id)?.job).toMatchObject({ state: 'running', total: 3, done: 2 })
})

it('lists jobs by kind and by import, the newest first', () => {
  const { store } = openStore()
  store.jobs.add(wanted)
  store.jobs.add({ ...wanted, kind: 'verification', importId: null })
  store.jobs.add({ ...wanted, kind: 'import.undo' })
  expect(store.jobs.page({ kind: null, slice })).toMatchObject({
    jobs: [{ id: 3 }, { id: 2 }, { id: 1 }],
    count: 3,
  })
  expect(store.jobs.page({ kind: 'import', slice })).toMatchObject({ jobs: [{ id: 1 }], count: 1 })
  expect(store.jobs.ofImport(7).map(({ id }) => id)).toEqual([3, 1])
})

it('tells what ended lately until it is put away', () => {
  const { store } = openStore()
  for (const ended of [10, 20, 30]) {
    const { id } = store.jobs.add(wanted)
    store.jobs.set({ id, state: 'finished', now: ended, problem: null })
  }
  store.jobs.dismiss(3)
  expect(store.jobs.lately(15).map(({ id }) => id)).toEqual([2])
  expect(store.jobs.page({ kind: null, slice }).count).toBe(3)
})
