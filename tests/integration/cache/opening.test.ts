import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync, statSync, truncateSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { connect, openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { translate } from '../../../src-main/core/database/failures'
import { listSetAside, setAside } from '../../../src-main/core/database/set-aside'
import { node, program } from '../../fixtures/built'
import { killMoments } from '../../fixtures/kills'
import { randomNumbers } from '../../fixtures/seeded'
import {
  contact,
  contacts,
  everyone,
  key,
  load,
  openStore,
  openWorker,
  otherKey,
  temporaryFolder,
} from './support'

/** Bytes of a page of SQLite. */
const pageSize = 4096
const first = { query: everyone, slice: { offset: 0, limit: 100 } }
const codeOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return translate(error).problem.code
  }
  return 'none'
}

/** A closed cache of 300 contacts. */
function closedCache(withKey: string | null): string {
  const { store, folder, close } = openStore({ key: withKey })
  load(store, contacts(0, 300))
  close()
  return folder
}

it('makes files that nobody else can read', () => {
  const { folder, store } = openStore({ key })
  load(store, contacts(0, 10))
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
})

it('leaves no address and no value readable in the database, its log or its backup (C20)', () => {
  const { folder, store, db } = openStore({ key })
  load(store, [contact(1, { email: 'MARKER-ADDRESS@example.com', data: { note: 'MARKER-VALUE' } })])
  db.prepare('VACUUM INTO ?').run(join(folder, 'backup.db'))
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name)).includes('MARKER')).toBe(false)
  const backup = connect(join(folder, 'backup.db'), key, { readonly: true })
  expect(backup.prepare('SELECT email FROM contact').pluck().get()).toBe('MARKER-ADDRESS@example.com')
  backup.close()
})

it('refuses a wrong key as that (C16)', () => {
  expect(codeOf(() => openStore({ folder: closedCache(key), key: otherKey }))).toBe('cache_wrong_key')
})

it('refuses an encrypted cache without its key as a wrong key', () => {
  expect(codeOf(() => openStore({ folder: closedCache(key), key: null }))).toBe('cache_wrong_key')
})

it('refuses junk as damage, with the right key and without one (C16)', () => {
  const folder = closedCache(key)
  writeFileSync(join(folder, 'cache.db'), Buffer.alloc(20_000, 'junk'))
  expect(codeOf(() => openStore({ folder, key }))).toBe('cache_damaged')
  const plain = closedCache(null)
  writeFileSync(join(plain, 'cache.db'), Buffer.alloc(20_000, 'junk'))
  expect(codeOf(() => openStore({ folder: plain, key: null }))).toBe('cache_damaged')
})

it('refuses a truncated file as damage (C16)', () => {
  for (const withKey of [key, null]) {
    const folder = closedCache(withKey)
    truncateSync(join(folder, 'cache.db'), 12_288)
    expect(codeOf(() => openStore({ folder, key: withKey }).store.contacts.page(first))).toBe('cache_damaged')
  }
})

it('finds a byte that was changed on the disk, in whichever page', () => {
  const folder = closedCache(key)
  const file = join(folder, 'cache.db')
  const whole = readFileSync(file)
  const below = randomNumbers(16)
  const missed: number[] = []
  for (let page = 1; page < whole.length / pageSize; page += 1) {
    const bytes = Buffer.from(whole)
    const at = page * pageSize + below(pageSize)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    writeFileSync(file, bytes)
    // A page that is read when the copy is opened tells then; any other one when all of them are checked.
    let sound = true
    const code = codeOf(() => (sound = openStore({ folder, key }).store.maintenance.check().sound))
    if (code !== 'cache_damaged' && sound) missed.push(page + 1)
  }
  expect(missed).toEqual([])
})

it('leaves a file that cannot be read as it is', () => {
  const folder = closedCache(key)
  const before = readFileSync(join(folder, 'cache.db'))
  codeOf(() => openStore({ folder, key: otherKey }))
  expect(readFileSync(join(folder, 'cache.db')).equals(before)).toBe(true)
})

it('sets a copy aside without deleting anything, and begins anew (C16)', () => {
  const folder = closedCache(key)
  const before = readFileSync(join(folder, 'cache.db'))
  const path = setAside(folder, Date.UTC(2026, 4, 6, 7, 8, 9))
  expect(listSetAside(folder)).toEqual([{ path, bytes: before.length, at: Date.UTC(2026, 4, 6, 7, 8, 9) }])
  expect(readFileSync(path ?? '').equals(before)).toBe(true)
  expect(openStore({ folder, key: otherKey }).store.contacts.page(first).count).toBe(0)
})

it('refuses a cache of a newer version and leaves it untouched (C19)', () => {
  const folder = closedCache(key)
  const newer = connect(join(folder, 'cache.db'), key)
  newer.pragma('user_version = 999')
  newer.close()
  const before = readFileSync(join(folder, 'cache.db'))
  expect(codeOf(() => openStore({ folder, key }))).toBe('cache_newer')
  expect(readFileSync(join(folder, 'cache.db')).equals(before)).toBe(true)
})

it('encrypts a plain cache as soon as there is a key', () => {
  const folder = closedCache(null)
  expect(readFileSync(join(folder, 'cache.db')).includes(contact(5).email)).toBe(true)
  const { store, close } = openStore({ folder, key })
  expect(store.contacts.page(first).count).toBe(300)
  expect(store.maintenance.size().encrypted).toBe(true)
  close()
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(contact(5).email)).toBe(false)
  }
})

it('backs an existing cache up before it migrates it, as encrypted as it is (C20)', () => {
  const folder = closedCache(key)
  const next = {
    number: 9000,
    name: 'add a table',
    up: (db: Database) => db.exec('CREATE TABLE more (a)'),
  }
  openDatabase({ folder, key }, [...migrations, next]).close()
  const backup = join(folder, `cache.before-${migrations.at(-1)?.number}.db`)
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(readFileSync(backup).includes(contact(5).email)).toBe(false)
  const opened = connect(backup, key, { readonly: true })
  expect(opened.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(300)
  opened.close()
})

it('stops at a migration that fails halfway, with the cache as it was before it (C19)', () => {
  const folder = closedCache(key)
  const good = { number: 9000, name: 'good', up: (db: Database) => db.exec('CREATE TABLE good (a)') }
  const bad = {
    number: 9010,
    name: 'bad',
    up: (db: Database) => {
      db.exec('DROP TABLE contact; CREATE TABLE bad (a)')
      throw new Error('halfway')
    },
  }
  expect(codeOf(() => openDatabase({ folder, key }, [...migrations, good, bad]))).toBe('internal')
  const after = connect(join(folder, 'cache.db'), key)
  expect(after.pragma('user_version', { simple: true })).toBe(9000)
  expect(after.prepare('SELECT count(*) FROM contact').pluck().get()).toBe(300)
  after.close()
})

it('makes a new cache whole or not at all', () => {
  const folder = temporaryFolder()
  const bad = {
    number: 9000,
    name: 'bad',
    up: () => {
      throw new Error('halfway')
    },
  }
  expect(() => openDatabase({ folder, key }, [...migrations, bad])).toThrow('The step "bad" failed')
  const after = connect(join(folder, 'cache.db'), key)
  expect(after.pragma('user_version', { simple: true })).toBe(0)
  expect(after.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
  after.close()
  openDatabase({ folder, key }, migrations).close()
})

it('says disk_full where there is no room, and has the page whole or not at all', () => {
  const { store, db } = openStore({ key })
  const run = store.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: 1 })
  store.runs.setState({ runId: run.id, state: 'running', now: 1 })
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 40}`)
  let applied = 0
  const page = (from: number) =>
    store.contacts.applyPage({
      runId: run.id,
      records: contacts(from, from + 100),
      bookmark: from,
      expected: null,
    })
  const code = codeOf(() => {
    for (;;) {
      page(applied)
      applied += 100
    }
  })
  expect(code).toBe('disk_full')
  expect(applied).toBeGreaterThan(0)
  expect(store.contacts.page(first).total).toBe(applied)
  expect(store.runs.get(run.id)).toMatchObject({ bookmark: applied - 100, run: { received: applied } })

  db.pragma('max_page_count = 1000000')
  expect(page(applied)).toMatchObject({ added: 100 })
  expect(page(0)).toMatchObject({ unchanged: 100, repeated: 100 })
})

it('says cache_busy while another program holds the file, and goes on after it (C18)', async () => {
  const folder = temporaryFolder()
  const cache = await openWorker({ folder, key })
  const other = connect(join(folder, 'cache.db'), key)
  other.exec('BEGIN IMMEDIATE')
  await expect(cache.contacts.upsert(contact(1))).rejects.toMatchObject({ problem: { code: 'cache_busy' } })
  other.exec('ROLLBACK')
  other.close()
  await cache.contacts.upsert(contact(1))
  expect((await cache.contacts.page(first)).count).toBe(1)
})

it('opens with the last good transactions where the log was torn off (C15)', () => {
  const { store, db, folder } = openStore({ key })
  db.pragma('wal_autocheckpoint = 0')
  load(store, contacts(0, 1000))
  const copy = temporaryFolder()
  const database = readFileSync(join(folder, 'cache.db'))
  const log = readFileSync(join(folder, 'cache.db-wal'))
  for (const share of [0.99, 0.7, 0.4]) {
    writeFileSync(join(copy, 'cache.db'), database)
    writeFileSync(join(copy, 'cache.db-wal'), log.subarray(0, Math.floor(log.length * share)))
    const opened = openStore({ folder: copy, key })
    expect(opened.store.maintenance.check()).toEqual({ sound: true, findings: [] })
    const { total } = opened.store.contacts.page(first)
    const received = opened.store.runs.page({ offset: 0, limit: 1 }).runs[0]?.received ?? 0
    expect(received).toBe(total)
    opened.close()
  }
})

/** A process that applies pages until it is killed; says the number of each page after it is stored. */
function applier(folder: string): ChildProcess {
  const child = fork(program('page-process'), [folder, key], {
    execPath: node,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

it('loses no page that was stored and halves none when it is killed at any moment', async () => {
  const folder = temporaryFolder()
  const moments = killMoments(5)
  let acknowledged = 0
  for (let round = 0; round < 8; round += 1) {
    const child = applier(folder)
    const pagesMore = 3 + moments.draw(11)
    await new Promise<void>((done) => {
      let heard = 0
      child.on('message', (received: number) => {
        acknowledged = received
        heard += 1
        // Not at the message itself: somewhere within one of the next pages.
        if (heard === pagesMore) void moments.within(4).then(() => child.kill('SIGKILL'))
      })
      child.once('exit', () => done())
    })
    const opened = openStore({ folder, key })
    expect(opened.db.pragma('quick_check', { simple: true })).toBe('ok')
    expect(opened.store.maintenance.check()).toEqual({ sound: true, findings: [] })
    const { total } = opened.store.contacts.page(first)
    const [live] = opened.store.runs.live()
    expect(live?.run.state).toBe('queued')
    expect(live?.run.received).toBe(total)
    expect(live?.bookmark).toEqual({ next: total })
    expect(total).toBeGreaterThanOrEqual(acknowledged)
    opened.close()
  }
  expect(acknowledged).toBeGreaterThan(0)
  expect(existsSync(join(folder, 'cache.db'))).toBe(true)
}, 60_000)
