import { driven } from '../../fixtures/driven-store'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { cacheFiles } from '../../../src-main/core/database/location'
import { migrations } from '../../../src-main/cache/schema/first'
import { openCache } from '../../../src-main/cache/open'
import { drive } from '../../../src-main/core/database/session'
import type { Cache, CacheStore } from '../../../src-main/cache/store'
import { createLogger } from '../../../src-main/core/log'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Event } from '../../../src-shared/interface/event'
import { cacheWorker } from '../../fixtures/built'
import { start } from '../../fixtures/cache-records'

import { PassThrough } from 'node:stream'
export { contact, contacts, event, events, start } from '../../fixtures/cache-records'

/** A random key as the keychain would keep it. */
export const key = 'c0ffee'.padEnd(64, '7')
export const otherKey = 'decade'.padEnd(64, '3')

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
  /** Gives back the memory that a quiet moment does. */
  relax(): void
  close(): void
}

export interface StoreOptions {
  folder?: string
  key?: string | null
  now?: () => number
  monotonic?: () => number
}

/** A copy of nobody, made once: making the tables takes longer than most tests do with them. */
let empty: Buffer | null = null

function emptyCopy(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-empty-'))
  const db = openDatabase({ folder, key: null }, migrations)
  try {
    return db.serialize()
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * A store in this thread, every method done at once. Without a folder of its own it begins with a file that was made before:
 * where ids of imports and batches begin, which is drawn as a copy is made, is the same in all of those.
 */
export function openStore(options: StoreOptions = {}): OpenStore {
  const folder = options.folder ?? temporaryFolder()
  const location = { folder, key: options.key ?? null }
  if (options.folder === undefined && location.key === null) {
    writeFileSync(cacheFiles(folder).database, (empty ??= emptyCopy()))
  }
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
    relax: () => assembled.relax(),
    close: () => db.close(),
  }
}

/** The cache in its worker, closed after the test. */
export async function openWorker(location: { folder: string; key: string | null }): Promise<Cache> {
  const cache = await openCache({
    location,
    worker: cacheWorker,
    log: createLogger(new PassThrough().resume()),
  })
  onTestFinished(() => cache.close())
  return cache
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
