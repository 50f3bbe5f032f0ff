import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/cache/database'
import { migrations } from '../../../src-main/cache/migrations/all'
import { openCache } from '../../../src-main/cache/open'
import { drive, driven } from '../../../src-main/cache/steps'
import type { Cache, CacheStore } from '../../../src-main/cache/store'
import { createLogger } from '../../../src-main/log'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Event } from '../../../src-shared/interface/event'
import { PassThrough } from 'node:stream'

/** A random key as the keychain would keep it. */
export const key = 'c0ffee'.padEnd(64, '7')
export const otherKey = 'decade'.padEnd(64, '3')

/** The worker as tests run it: the TypeScript source. */
export const workerSource = { file: resolve('src-main/cache/worker.ts'), execArgv: ['--import', 'tsx'] }

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface OpenStore {
  store: CacheStore
  db: Database
  folder: string
  /** Does all the work that waits for a quiet moment. */
  settle(): void
  close(): void
}

export interface StoreOptions {
  folder?: string
  key?: string | null
  now?: () => number
  monotonic?: () => number
}

/** A store in this thread, every method done at once. */
export function openStore(options: StoreOptions = {}): OpenStore {
  const folder = options.folder ?? temporaryFolder()
  const location = { folder, key: options.key ?? null }
  const db = openDatabase(location, migrations)
  const assembled = assemble(db, {
    folder,
    encrypted: location.key !== null,
    now: options.now ?? (() => Date.now()),
    monotonic: options.monotonic ?? (() => performance.now()),
  })
  onTestFinished(() => {
    db.close()
  })
  return {
    store: driven(assembled.store),
    db,
    folder,
    settle: () => {
      for (let task = assembled.nextTask(); task !== null; task = assembled.nextTask()) drive(task)
    },
    close: () => db.close(),
  }
}

/** The cache in its worker, closed after the test. */
export async function openWorker(location: { folder: string; key: string | null }): Promise<Cache> {
  const cache = await openCache({
    location,
    worker: workerSource,
    log: createLogger(new PassThrough().resume()),
  })
  onTestFinished(() => cache.close())
  return cache
}

const start = Date.UTC(2026, 0, 1)

/** Contact number `index` (from 0) of a made-up audience, the newest first. */
export function contact(index: number, changes: Partial<Contact> = {}): Contact {
  const id = `cnt_${(index * 2654435761) % 4294967296}_${index}`
  const createdAt = new Date(start - index * 60_000).toISOString()
  return {
    id,
    email: `person${index}@${index % 3 === 0 ? 'gmail.com' : `firm${index % 50}.example`}`,
    subscribed: index % 10 !== 0,
    data: { firstName: `Name ${index % 100}`, plan: ['free', 'pro', 'team'][index % 3], seats: index % 7 },
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

/** Contacts `from` to `to`, exclusive. */
export function contacts(from: number, to: number): Contact[] {
  return Array.from({ length: to - from }, (_, index) => contact(from + index))
}

/** Event number `index` (from 0), the newest first, of one of 20 contacts. */
export function event(index: number, changes: Partial<Event> = {}): Event {
  return {
    id: `evt_${(index * 2654435761) % 4294967296}_${index}`,
    name: ['signup', 'email.open', 'purchase'][index % 3] ?? '',
    contactId: contact(index % 20).id,
    data: { value: index },
    createdAt: new Date(start - index * 1000).toISOString(),
    ...changes,
  }
}

export function events(from: number, to: number): Event[] {
  return Array.from({ length: to - from }, (_, index) => event(from + index))
}

/** A full run over these contacts, in pages of 100, finished. Returns the finished run. */
export function load(store: CacheStore, records: Contact[], now = start) {
  const run = store.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now })
  store.runs.setState({ runId: run.id, state: 'running', now })
  for (let from = 0; from < records.length; from += 100) {
    const page = records.slice(from, from + 100)
    store.contacts.applyPage({ runId: run.id, records: page, bookmark: { from }, expected: records.length })
  }
  return store.runs.finish({ runId: run.id, sweep: true, note: null, now: now + 1000 })
}

/** As {@link load}, of events. */
export function loadEvents(store: CacheStore, records: Event[], now = start) {
  const run = store.runs.begin({ resource: 'events', mode: 'full', cause: 'first', now })
  store.runs.setState({ runId: run.id, state: 'running', now })
  for (let from = 0; from < records.length; from += 100) {
    const page = records.slice(from, from + 100)
    store.events.applyPage({ runId: run.id, records: page, bookmark: { from }, expected: records.length })
  }
  return store.runs.finish({ runId: run.id, sweep: true, note: null, now: now + 1000 })
}

/** The default view. */
export const everyone = {
  search: '',
  filters: [],
  sort: { field: 'createdAt' as const, direction: 'desc' as const },
}
