import { afterEach, expect, it } from 'vitest'
import { migrations } from '../../../src-main/cache/schema/first'
import { problem } from '../../../src-main/core/problems'
import { openDatabase } from '../../../src-main/core/database/database'
import * as english from '../../../src-shared/messages/english'
import { spokenIn } from '../../../src-shared/messages/languages'
import { speak } from '../../../src-shared/messages/message'
import { saidText, tell } from '../../../src-shared/messages/told'
import { openStore, temporaryFolder } from './support'

/** A problem as an older Postroom kept it: in the words of its catalogue, but for what nobody knows. */
const older = JSON.stringify({
  code: 'dns_failed',
  title: english.problems['dns_failed.title'],
  why: 'The name server does not know mail.example.',
  action: 'Ask Ada.',
  retryable: true,
})

const slice = { offset: 0, limit: 10 }
const anything = { who: null, failures: false, outcome: null, from: null, search: '' }
const run = {
  kind: 'run' as const,
  cause: 'schedule' as const,
  outcome: 'done' as const,
  method: null,
  path: null,
  status: null,
  requestId: null,
  durationMs: 5,
  sent: { pages: 1, added: 0, changed: 0, removed: 0 },
  problem: null,
}

afterEach(async () => speak(await spokenIn('en')))

it('what was done in English is told, looked for and joined in German', async () => {
  const { store } = openStore()
  store.activity.add({ ...run, at: 1, title: tell('told.quickRefresh', { resource: 'contacts' }) })
  const job = store.jobs.add({
    kind: 'import.undo',
    title: tell('told.undo', { title: tell('told.importFile', { name: 'a.csv' }) }),
    importId: null,
    detail: null,
    now: 1,
  })
  expect(job.title).toBe('Undo: Import a.csv')
  speak(await spokenIn('de'))
  store.activity.add({ ...run, at: 2, title: tell('told.quickRefresh', { resource: 'events' }) })
  const { heads } = store.activity.heads({ filter: anything, slice })
  expect(heads).toMatchObject([{ title: 'Schnellabgleich: Kontakte', parts: 1 }])
  expect(store.activity.heads({ filter: { ...anything, search: 'abgleich kontakte' }, slice }).count).toBe(1)
  expect(store.activity.heads({ filter: { ...anything, search: 'told' }, slice }).count).toBe(0)
  expect(store.jobs.get(job.id)?.job.title).toBe('Rückgängig: a.csv importieren')
})

it('a problem that was kept in English is told in German', async () => {
  const { store } = openStore()
  const { id } = store.jobs.add({ kind: 'bulk', title: 'Ours', importId: null, detail: null, now: 1 })
  const { problem: kept } = problem('timed_out', {
    why: tell('core.failures.hostDidNotAnswer', { host: 'a.example' }),
  })
  store.jobs.set({ id, state: 'paused', now: 2, problem: kept })
  speak(await spokenIn('de'))
  expect(store.jobs.get(id)?.job.problem).toMatchObject({
    title: 'Der Dienst hat zu lange gebraucht',
    why: 'a.example hat auf den Aufruf nicht geantwortet.',
  })
})

it('what an older Postroom kept as sentences is carried over as signs, and other words are shown as they are', async () => {
  const folder = temporaryFolder()
  const before = migrations.filter(({ number }) => number < 160)
  const old = openDatabase({ folder, key: null }, before)
  old.exec(`
    INSERT INTO activity (at, kind, cause, title, outcome) VALUES
      (1, 'run', 'Schedule', 'Full sync of event names', 'done'),
      (2, 'write', 'Set plan of 2 contacts', 'Change anna@example.com', 'done'),
      (3, 'write', 'Outbox', 'Delete bo@example.com', 'done');
    UPDATE activity SET problem = 'not_found: The service does not know this. It was deleted in the meantime, or never existed there. It said: gone.'
      WHERE at = 3;
    INSERT INTO job (kind, title, state, created, detail, problem) VALUES ('bulk', 'Set plan', 'failed', 1, 'null', '${older}');
    INSERT INTO outbox (kind, state, summary, email, contact_id, queued, attempts, method, path, body) VALUES
      ('contact.update', 'queued', 'Subscribe again: asked by phone', 'a@x.example', 'c1', 1, 0, 'PATCH', '/contacts/c1',
       '{"subscribed":true}');
    INSERT INTO verdict_ground (hash, kind, source, signs, reasons) VALUES
      (7, 1, 'local', '["typo"]', '["Its domain looks misspelt.","The service said: no","Debounce answered \\"bad\\".","Ours"]');`)
  old.close()
  const { store, db } = openStore({ folder })
  speak(await spokenIn('de'))
  const { entries } = store.activity.page({ filter: { kind: null, outcome: null, search: '' }, slice })
  expect(entries.map(({ title, cause }) => [title, cause])).toEqual([
    ['Delete bo@example.com', 'outbox'],
    ['Change anna@example.com', 'person'],
    ['Vollabgleich: Ereignisnamen', 'schedule'],
  ])
  expect(store.outbox.open()).toMatchObject([{ reason: 'asked by phone' }])
  const kept = db.prepare<[], string>('SELECT reasons FROM verdict_ground').pluck().get() ?? '[]'
  const reasons = JSON.parse(kept) as string[]
  expect(reasons.map(saidText)).toEqual([
    'Ihre Domain sieht nach einem Tippfehler aus.',
    'Der Dienst sagte: no',
    'Debounce antwortete „bad“.',
    'Ours',
  ])
  const { problem } = store.activity.get(entries[0]?.id ?? 0) ?? {}
  expect(problem).toBe(
    'not_found: Der Dienst kennt das nicht. Inzwischen gelöscht, oder dort nie vorhanden. Er meldete: gone.',
  )
  expect(store.jobs.get(1)?.job.problem).toMatchObject({
    title: 'Der Hostname ist nicht bekannt',
    why: 'Der Nameserver kennt mail.example nicht.',
    action: 'Ask Ada.',
  })
})
