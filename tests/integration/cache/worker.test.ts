import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLanguage } from '../../../src-main/core/language'
import { tell } from '../../../src-shared/messages/told'
import { connect } from '../../../src-main/core/database/database'
import { asProblem } from '../../../src-main/core/problems'
import { until } from '../../fixtures/until'
import { contact, contacts, everyone, key, openWorker, otherKey, temporaryFolder } from './support'

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

it('says why it cannot be opened, with the code of the failure', async () => {
  const folder = temporaryFolder()
  await (await openWorker({ folder, key })).close()
  await expect(openWorker({ folder, key: otherKey })).rejects.toMatchObject({
    problem: { code: 'cache_wrong_key' },
  })
})

it('says what is kept in another language as soon as it is chosen', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key: null })
  const title = tell('told.undo', { title: tell('told.importFile', { name: 'a.csv' }) })
  const { id } = await cache.jobs.add({ kind: 'import.undo', title, importId: null, detail: null, now: 1 })
  const language = await openLanguage('en', 'en')
  onTestFinished(() => language.choose('en'))
  await language.choose('de')
  expect((await cache.jobs.get(id))?.job.title).toBe('Rückgängig: a.csv importieren')
})

it('ends a search that nobody waits for any more, and answers the next one', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key: null })
  const run = await cache.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: 1 })
  await cache.contacts.applyPage({
    runId: run.id,
    records: contacts(0, 2000),
    bookmark: { cursor: 'x' },
    expected: 2000,
  })
  const search = (words: string, signal?: AbortSignal) =>
    cache.contacts.page({ query: { ...everyone, search: words }, slice: { offset: 0, limit: 3 }, signal })
  await search('x')
  let written = 2000
  const ended = async () => {
    // What was found is known until the copy changes.
    await cache.contacts.upsert(contact((written += 1)))
    const typing = new AbortController()
    const old = search('exa', typing.signal).then(
      () => 'answered',
      (error: unknown) => asProblem(error).problem.code,
    )
    const next = search('exam')
    typing.abort()
    expect((await next).count).toBeGreaterThan(0)
    return old
  }
  // On a busy machine it may have been answered before anybody could call it off.
  expect(await until(ended, (how) => how !== 'answered')).toBe('cancelled')
})

it('says which call failed by its code, and goes on', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key })
  const page = { runId: 7, records: [contact(1)], bookmark: null, expected: null }
  await expect(cache.contacts.applyPage(page)).rejects.toMatchObject({ problem: { code: 'internal' } })
  await cache.contacts.upsert(contact(1))
  expect((await cache.contacts.get(contact(1).id))?.email).toBe(contact(1).email)
})

it('finishes the keys of a first load by itself once the run has ended', async () => {
  const folder = temporaryFolder()
  const cache = await openWorker({ folder, key })
  const run = await cache.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: 1 })
  await cache.contacts.applyPage({ runId: run.id, records: contacts(0, 100), bookmark: null, expected: null })
  await cache.runs.finish({ runId: run.id, sweep: true, note: null, now: 2 })
  const reader = connect(join(folder, 'cache.db'), key, { readonly: true })
  onTestFinished(() => {
    reader.close()
  })
  const keyed = reader.prepare('SELECT contacts_keyed FROM meta').pluck()
  await expect.poll(() => keyed.get(), { timeout: 20_000 }).toBe(1)
  expect((await cache.contacts.findByEmail(contact(7).email))?.id).toBe(contact(7).id)
})
