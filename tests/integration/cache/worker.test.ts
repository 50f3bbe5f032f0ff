import { expect, it } from 'vitest'
import { contact, contacts, everyone, key, openWorker, temporaryFolder } from './support'

it('answers from its worker, and keeps what it was given over a restart', async () => {
  const location = { folder: temporaryFolder(), key }
  const cache = await openWorker(location)
  const run = await cache.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: 1 })
  await cache.runs.setState({ runId: run.id, state: 'running', now: 1 })
  const applied = await cache.contacts.applyPage({
    runId: run.id,
    records: contacts(0, 100),
    bookmark: { cursor: 'x' },
    expected: 200,
  })
  expect(applied).toMatchObject({ added: 100, changed: 0, unchanged: 0, repeated: 0 })
  await cache.close()

  const again = await openWorker(location)
  expect(await again.runs.live()).toMatchObject([
    { run: { state: 'queued', received: 100 }, bookmark: { cursor: 'x' } },
  ])
  const page = await again.contacts.page({ query: everyone, slice: { offset: 0, limit: 3 } })
  expect(page).toMatchObject({ count: 100, total: 100 })
  expect(page.rows.map(({ email }) => email)).toEqual([0, 1, 2].map((index) => contact(index).email))
})

it('rejects every call with cache_worker_stopped once it is closed', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key: null })
  await cache.close()
  await expect(cache.views.list()).rejects.toMatchObject({ problem: { code: 'cache_worker_stopped' } })
})

it('tells watchers of changes', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key: null })
  const heard = new Promise((resolve) => cache.watch(resolve))
  await cache.contacts.upsert(contact(1))
  expect(await heard).toMatchObject({ contacts: 1, events: 0 })
})
