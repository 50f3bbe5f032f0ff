import { expect, it, vi } from 'vitest'
import type { HeadFilter } from '../../../src-shared/bridge/activity'
import { tell } from '../../../src-shared/messages/told'
import type { NewActivity } from '../../../src-main/features/activity/store/api'
import { problem } from '../../../src-main/core/problems'
import {
  contact,
  contacts,
  events,
  everyone,
  key,
  load,
  loadEvents,
  openStore,
  openWorker,
  temporaryFolder,
} from './support'

const waiting = {
  entry: {
    kind: 'contact.update' as const,
    state: 'queued' as const,
    email: 'anna@example.com',
    contactId: 'cnt_1',
    queuedAt: 5,
    sentAt: null,
    attempts: 0,
    conflict: null,
    problem: null,
  },
  method: 'PATCH' as const,
  path: '/contacts/cnt_1',
  body: { data: { plan: 'pro' } },
  idempotencyKey: 'k1',
  reason: null,
  before: { plan: 'free' },
}

it('keeps a waiting write through its states, over a restart', () => {
  const one = openStore({ key })
  const added = one.store.outbox.add(waiting)
  one.store.outbox.set({ id: added.entry.id, state: 'in_flight', now: 6, attempted: true })
  one.close()
  const { store } = openStore({ folder: one.folder, key })
  expect(store.outbox.open()).toEqual([
    {
      ...waiting,
      entry: {
        ...waiting.entry,
        id: added.entry.id,
        state: 'in_flight',
        attempts: 1,
        data: { plan: 'pro' },
      },
    },
  ])
  const failure = problem('conflict').problem
  const conflict = [{ field: 'data.plan', before: 'free', theirs: 'team', mine: 'pro' }]
  store.outbox.set({ id: added.entry.id, state: 'conflict', now: 7, problem: failure, conflict })
  expect(store.outbox.get(added.entry.id)?.entry).toMatchObject({
    state: 'conflict',
    problem: failure,
    conflict,
  })
  store.outbox.set({ id: added.entry.id, state: 'sent', now: 8, problem: null, conflict: null })
  expect(store.outbox.get(added.entry.id)?.entry).toMatchObject({ state: 'sent', sentAt: 8, problem: null })
  expect(store.outbox.open()).toEqual([])
})

it('puts a waiting write on the disk before it answers', () => {
  const { store, db } = openStore({ key })
  const seen: string[] = []
  const pragma = vi.spyOn(db, 'pragma').mockImplementation((source) => {
    seen.push(source)
    return db.exec(`PRAGMA ${source}`)
  })
  db.function('row_written', () => {
    seen.push('the row')
    return 0
  })
  db.exec('CREATE TEMP TRIGGER watch BEFORE INSERT ON outbox BEGIN SELECT row_written(); END')
  store.outbox.add(waiting)
  expect(seen).toEqual(['synchronous = FULL', 'the row', 'synchronous = NORMAL'])
  pragma.mockRestore()
  expect(db.pragma('synchronous', { simple: true })).toBe(1)
})

const entry: NewActivity = {
  at: 5,
  kind: 'write',
  cause: 'person',
  title: 'Update anna@example.com',
  outcome: 'running',
  method: 'PATCH',
  path: '/contacts/cnt_1',
  status: null,
  requestId: null,
  durationMs: null,
  sent: { data: { plan: 'pro' } },
  problem: null,
}

it('logs activity, the newest first, and completes an entry later', () => {
  const { store } = openStore()
  const id = store.activity.add(entry)
  store.activity.add({
    ...entry,
    at: 6,
    kind: 'run',
    title: 'Full run of contacts',
    outcome: 'done',
    method: null,
    path: null,
  })
  store.activity.set({ id, outcome: 'done', status: 200, requestId: 'req_1', durationMs: 12.5 })
  expect(store.activity.get(id)).toEqual({
    ...entry,
    id,
    outcome: 'done',
    status: 200,
    requestId: 'req_1',
    durationMs: 12.5,
    before: null,
    answer: null,
    job: null,
  })
  const page = store.activity.page({
    filter: { kind: null, outcome: null, search: '' },
    slice: { offset: 0, limit: 9 },
  })
  expect(page).toMatchObject({ count: 2, total: 2 })
  expect(page.entries.map(({ kind }) => kind)).toEqual(['run', 'write'])
  expect(page.entries[1]).not.toHaveProperty('sent')
})

it('filters activity by kind, outcome and words', () => {
  const { store } = openStore()
  store.activity.add(entry)
  store.activity.add({
    ...entry,
    outcome: 'failed',
    title: 'Update 100%_sure@example.com',
    requestId: 'req_7',
  })
  const count = (filter: Parameters<typeof store.activity.page>[0]['filter']) =>
    store.activity.page({ filter, slice: { offset: 0, limit: 9 } }).count
  expect(count({ kind: 'write', outcome: null, search: '' })).toBe(2)
  expect(count({ kind: null, outcome: 'failed', search: '' })).toBe(1)
  expect(count({ kind: null, outcome: null, search: 'UPDATE req_7' })).toBe(1)
  expect(count({ kind: null, outcome: null, search: '%_s' })).toBe(1)
})

const anything: HeadFilter = { who: null, failures: false, outcome: null, from: null, search: '' }
const firstOnes = { offset: 0, limit: 9 }

it('shows a job with its writes as one, failed writes first', () => {
  const { store } = openStore()
  const run = { ...entry, kind: 'run' as const, method: null, path: null, job: 7 }
  store.activity.add({ ...run, title: 'Set plan', sent: { job: 7, total: 3, done: 2, failed: 1 } })
  for (const [at, outcome] of [
    [6, 'done'],
    [7, 'failed'],
    [8, 'done'],
  ] as const)
    store.activity.add({
      ...entry,
      at,
      outcome,
      job: 7,
      before: { data: { plan: 'free' } },
    })
  const checked = { job: 8, total: 5, done: 5, failed: 0, requests: 4 }
  store.activity.add({ ...run, at: 1, job: 8, title: 'Check', sent: checked })
  store.activity.add({ ...entry, at: 9, title: 'Update bo@example.com', outcome: 'done' })
  const found = store.activity.heads({ filter: anything, slice: firstOnes })
  expect(found).toMatchObject({ count: 3, total: 3, writes: 4, failures: 1 })
  expect(found.heads).toMatchObject([
    { title: 'Update bo@example.com', parts: 0, requests: 1, work: null },
    { title: 'Set plan', parts: 3, failedParts: 1, requests: 3, work: { total: 3, done: 2, failed: 1 } },
    { title: 'Check', parts: 0, requests: 4, work: { total: 5, done: 5, failed: 0 } },
  ])
  const { parts, count } = store.activity.parts({ id: found.heads[1]?.id ?? 0, slice: firstOnes })
  expect(count).toBe(3)
  expect(parts.map(({ at }) => at)).toEqual([7, 8, 6])
  expect(parts[0]).toMatchObject({ before: { data: { plan: 'free' } }, sent: { data: { plan: 'pro' } } })
  const heads = (filter: Partial<HeadFilter>) =>
    store.activity.heads({ filter: { ...anything, ...filter }, slice: firstOnes }).count
  expect(heads({ failures: true })).toBe(1)
  expect(heads({ from: 9 })).toBe(1)
  expect(heads({ search: 'anna' })).toBe(3)
  expect([heads({ who: 'mine' }), heads({ who: 'background' })]).toEqual([3, 0])
})

it('joins runs of one kind that follow each other, and no others', () => {
  const { store } = openStore()
  const run = {
    ...entry,
    kind: 'run' as const,
    method: null,
    path: null,
    cause: 'schedule' as const,
    outcome: 'done' as const,
  }
  const add = (at: number, say: 'told.quickRefresh' | 'told.fullRun', resource: string, more: object = {}) =>
    store.activity.add({
      ...run,
      at,
      title: tell(say, { resource }),
      sent: { pages: 2, added: 1, changed: 3, removed: 0 },
      ...more,
    })
  add(1, 'told.quickRefresh', 'contacts')
  add(2, 'told.quickRefresh', 'events', { outcome: 'failed' })
  add(3, 'told.quickRefresh', 'contacts')
  add(4, 'told.fullRun', 'contacts')
  add(5, 'told.fullRun', 'contacts', { cause: 'person' })
  add(70_000, 'told.fullRun', 'contacts', { cause: 'person' })
  const { heads } = store.activity.heads({ filter: anything, slice: firstOnes })
  expect(heads.map(({ at, parts }) => [at, parts])).toEqual([
    [70_000, 0],
    [5, 0],
    [4, 0],
    [3, 2],
  ])
  expect(heads[3]).toMatchObject({
    since: 1,
    failedParts: 1,
    requests: 6,
    brought: { added: 3, changed: 9, removed: 0 },
  })
})

it('keeps saved views in the order in which they were made', () => {
  const { store } = openStore()
  const view = (id: string, name: string) => ({ id, name, query: everyone, columns: ['email' as const] })
  store.views.save(view('b', 'First'))
  store.views.save(view('a', 'Second'))
  store.views.save(view('b', 'Renamed'))
  expect(store.views.list()).toEqual([view('b', 'Renamed'), view('a', 'Second')])
  store.views.remove('b')
  expect(store.views.list().map(({ id }) => id)).toEqual(['a'])
})

it('empties the copy, gives the room back, and keeps what is not a copy', () => {
  const { store, settle } = openStore({ key })
  load(store, contacts(0, 3000))
  loadEvents(store, events(0, 1000))
  settle()
  store.outbox.add(waiting)
  store.activity.add(entry)
  const full = store.maintenance.size().bytes
  store.maintenance.clear()
  expect(store.maintenance.size().bytes).toBeLessThan(full / 4)
  expect(store.maintenance.revision()).toMatchObject({ contacts: 0, events: 0 })
  expect(store.runs.page({ offset: 0, limit: 1 }).count).toBe(0)
  expect(store.events.names()).toEqual([])
  expect(store.outbox.open()).toHaveLength(1)
  load(store, contacts(0, 100))
  expect(store.contacts.page({ query: everyone, slice: { offset: 0, limit: 1 } }).total).toBe(100)
  expect(store.maintenance.check()).toEqual({ sound: true, findings: [] })
})

it('grows its revision with every change of the copy, and only then', () => {
  const { store } = openStore()
  const { revision } = store.maintenance.revision()
  store.contacts.upsert(contact(1))
  expect(store.maintenance.revision().revision).toBe(revision + 1)
  store.contacts.upsert(contact(1))
  store.activity.add(entry)
  expect(store.maintenance.revision().revision).toBe(revision + 1)
})

it('answers a page while a long piece of work is under way in the worker', async () => {
  const folder = temporaryFolder()
  const filled = openStore({ folder, key })
  load(filled.store, contacts(0, 20_000))
  filled.close()
  const cache = await openWorker({ folder, key })
  const order: string[] = []
  const search = cache.contacts
    .page({ query: { ...everyone, search: 'name' }, slice: { offset: 0, limit: 1 } })
    .then(() => order.push('search'))
  const page = cache.contacts
    .page({ query: everyone, slice: { offset: 0, limit: 1 } })
    .then(() => order.push('page'))
  await Promise.all([search, page])
  expect(order).toEqual(['page', 'search'])
})

it('rejects what was asked of a worker that dies', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key })
  const asked = cache.maintenance.check()
  const closing = cache.close()
  const late = cache.views.list()
  await closing
  await expect(late).rejects.toMatchObject({ problem: { code: 'cache_worker_stopped' } })
  await asked.then(
    ({ sound }) => expect(sound).toBe(true),
    (error: unknown) => expect(error).toMatchObject({ problem: { code: 'cache_worker_stopped' } }),
  )
})
