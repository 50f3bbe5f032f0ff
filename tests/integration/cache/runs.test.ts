import { expect, it } from 'vitest'
import type { Contact } from '../../../src-shared/interface/contact'
import type { CacheStore } from '../../../src-main/cache/store'
import { problem } from '../../../src-main/core/problems'
import { contact, contacts, everyone, load, openStore } from './support'

const total = (store: CacheStore) =>
  store.contacts.page({ query: everyone, slice: { offset: 0, limit: 1 } }).total
const begin = (store: CacheStore, mode: 'full' | 'quick' = 'full') => {
  const run = store.runs.begin({ resource: 'contacts', mode, cause: 'person', now: 10 })
  return store.runs.setState({ runId: run.id, state: 'running', now: 10 })
}
const apply = (store: CacheStore, runId: number, records: Contact[], bookmark: unknown = null) =>
  store.contacts.applyPage({ runId, records, bookmark, expected: null })

it('refuses a second run of the same list while one is under way', () => {
  const { store } = openStore()
  begin(store)
  expect(() => begin(store)).toThrow(/sync_running/)
  expect(store.runs.begin({ resource: 'events', mode: 'full', cause: 'person', now: 1 }).state).toBe('queued')
})

it('counts what a page added, changed and left alone', () => {
  const { store } = openStore()
  load(store, contacts(0, 100))
  const run = begin(store)
  const records = [contact(200), contact(1, { subscribed: false }), ...contacts(2, 10)]
  expect(apply(store, run.id, records)).toMatchObject({
    added: 1,
    changed: 1,
    unchanged: 8,
    repeated: 0,
    run: { pages: 1, received: 10, added: 1, changed: 1, unchanged: 8 },
  })
})

it('says how many of a page it had seen in the same run', () => {
  const { store } = openStore()
  const run = begin(store)
  apply(store, run.id, contacts(0, 50))
  expect(apply(store, run.id, contacts(40, 60))).toMatchObject({ added: 10, unchanged: 10, repeated: 10 })
})

it('takes an id twice in one page once', () => {
  const { store } = openStore()
  const run = begin(store)
  expect(apply(store, run.id, [contact(1), contact(2), contact(1)])).toMatchObject({ added: 2, repeated: 1 })
  expect(total(store)).toBe(2)
})

it('deletes what a finished run did not see, when told to sweep', () => {
  const { store } = openStore()
  load(store, contacts(0, 5000))
  const run = begin(store)
  apply(store, run.id, [...contacts(0, 90), ...contacts(4990, 5000)])
  expect(store.runs.unseen(run.id)).toEqual({ unseen: 4900, total: 5000 })
  const finished = store.runs.finish({ runId: run.id, sweep: true, note: 'n', now: 99 })
  expect(finished).toMatchObject({ state: 'finished', removed: 4900, endedAt: 99, note: 'n' })
  expect(total(store)).toBe(100)
  expect(store.contacts.get(contact(500).id)).toBeNull()
  expect(store.contacts.get(contact(4995).id)).not.toBeNull()
})

it('deletes nothing without a sweep', () => {
  const { store } = openStore()
  load(store, contacts(0, 300))
  const run = begin(store, 'quick')
  apply(store, run.id, contacts(0, 10))
  store.runs.finish({ runId: run.id, sweep: false, note: 'A quick refresh finds no deletions.', now: 99 })
  expect(total(store)).toBe(300)
})

it('deletes nothing when a run is cancelled or fails, and takes no further page of it', () => {
  for (const state of ['cancelled', 'failed'] as const) {
    const { store } = openStore()
    load(store, contacts(0, 300))
    const run = begin(store)
    apply(store, run.id, contacts(0, 10))
    store.runs.setState({ runId: run.id, state, now: 50 })
    expect(total(store)).toBe(300)
    expect(() => apply(store, run.id, contacts(300, 310))).toThrow(/cancelled/)
    expect(total(store)).toBe(300)
  }
})

it('keeps a person who was written while the run was past them', () => {
  const { store } = openStore()
  load(store, contacts(0, 300))
  const run = begin(store)
  apply(store, run.id, contacts(0, 300))
  store.contacts.upsert(contact(999))
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 99 })
  expect(store.contacts.get(contact(999).id)).not.toBeNull()
})

it('counts a person who was deleted meanwhile neither as seen nor as missing', () => {
  const { store } = openStore()
  load(store, contacts(0, 300))
  const run = begin(store)
  apply(store, run.id, contacts(0, 100))
  store.contacts.remove(contact(5).id)
  store.contacts.remove(contact(200).id)
  expect(store.runs.unseen(run.id)).toEqual({ unseen: 199, total: 298 })
})

it('goes on with its bookmark, and still knows what it saw, after a restart', () => {
  const one = openStore()
  load(one.store, contacts(0, 300))
  const run = begin(one.store)
  apply(one.store, run.id, contacts(0, 100), { cursor: 'abc' })
  one.close()
  const { store } = openStore({ folder: one.folder })
  expect(store.runs.live()).toMatchObject([
    { run: { id: run.id, state: 'queued' }, bookmark: { cursor: 'abc' } },
  ])
  store.runs.setState({ runId: run.id, state: 'running', now: 20 })
  expect(apply(store, run.id, contacts(50, 200))).toMatchObject({ repeated: 50 })
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 99 })
  expect(total(store)).toBe(200)
})

it('leaves a paused or asking run as it was over a restart', () => {
  const one = openStore()
  const run = begin(one.store)
  one.store.runs.setState({ runId: run.id, state: 'asking', now: 20 })
  one.close()
  expect(openStore({ folder: one.folder }).store.runs.live()).toMatchObject([{ run: { state: 'asking' } }])
})

it('writes no row, and not the counters, for a page that changes nothing', () => {
  const { store, db } = openStore()
  load(store, contacts(0, 1000))
  const before = db.prepare('SELECT * FROM contact').all()
  const { revision } = store.maintenance.revision()
  const run = begin(store)
  apply(store, run.id, contacts(0, 100))
  const changes = Number(db.prepare('SELECT total_changes()').pluck().get())
  expect(apply(store, run.id, contacts(100, 200))).toMatchObject({ unchanged: 100 })
  // The run's row and one chunk of what it saw.
  expect(Number(db.prepare('SELECT total_changes()').pluck().get()) - changes).toBe(2)
  expect(store.maintenance.revision().revision).toBe(revision)
  expect(db.prepare('SELECT * FROM contact').all()).toEqual(before)
})

it('tells when a resource was last read, and last read whole', () => {
  const { store } = openStore()
  load(store, contacts(0, 100), 1000)
  const quick = begin(store, 'quick')
  store.runs.finish({ runId: quick.id, sweep: false, note: null, now: 9000 })
  const failed = begin(store)
  store.runs.setState({ runId: failed.id, state: 'failed', now: 9500, problem: problem('timed_out').problem })
  expect(store.runs.resource('contacts')).toMatchObject({
    rows: 100,
    asOf: 9000,
    fullAsOf: 2000,
    run: null,
    last: { id: failed.id, problem: { code: 'timed_out' } },
  })
})

it('lists runs, the newest first', () => {
  const { store } = openStore()
  const ids = [0, 1, 2].map(() => load(store, contacts(0, 10)).id)
  const page = store.runs.page({ offset: 1, limit: 2 })
  expect(page.count).toBe(3)
  expect(page.runs.map(({ id }) => id)).toEqual([ids[1], ids[0]])
})

it('says how fast a run is and how long it will take, once it has run for twenty seconds', () => {
  let at = 0
  const { store } = openStore({ monotonic: () => at })
  const run = begin(store)
  const page = (from: number) =>
    store.contacts.applyPage({
      runId: run.id,
      records: contacts(from, from + 100),
      bookmark: null,
      expected: 10_000,
    })
  for (let second = 0; second < 20; second += 1) {
    expect(page(second * 100).run).toMatchObject({ rate: null, secondsLeft: null })
    at += 1000
  }
  expect(page(2000).run).toMatchObject({ rate: 100, secondsLeft: 79 })
  expect(store.runs.setState({ runId: run.id, state: 'paused', now: 1 })).toMatchObject({ rate: null })
})

it('forgets what old runs saw, and remembers the last full one', () => {
  const { store, db } = openStore()
  for (let round = 0; round < 4; round += 1) load(store, contacts(0, 10))
  expect(db.prepare('SELECT count(DISTINCT run) FROM run_seen').pluck().get()).toBe(1)
})
