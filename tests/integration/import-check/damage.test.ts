import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connect } from '../../../src-main/core/database/database'
import { setAside } from '../../../src-main/core/database/set-aside'
import { importFile } from '../../../src-main/features/imports/check/import-file'
import { removeImportFile } from '../../../src-main/features/imports/check/import-file'
import { program } from '../../fixtures/built'
import { openStore, otherKey } from '../cache/support'
import {
  checked,
  choicesOf,
  contact,
  file,
  key,
  openRows,
  openWorker,
  profile,
  temporaryFolder,
} from './support'

const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const

test('nothing of a file can be read in the rows on the disk, and only its owner may open them', async () => {
  const { folder } = profile([])
  const { rows, close } = openRows(folder)
  await checked(rows, 'email,plan\nsecret.person@x.example,pro\n')
  close()
  expect(readFileSync(importFile(folder, 1)).includes('secret.person')).toBe(false)
  expect(statSync(importFile(folder, 1)).mode & 0o777).toBe(0o600)
})

test('a damaged file is refused in words', async () => {
  const { folder } = profile([])
  const { rows, close } = openRows(folder)
  await checked(rows, 'email\na@x.example\n')
  close()
  writeFileSync(importFile(folder, 1), Buffer.alloc(50_000, 7))
  await expect(openWorker(folder)).rejects.toMatchObject({
    problem: { code: 'cache_damaged', title: 'The rows of this import are damaged' },
  })
})

test('a page that was altered is refused when it is read', async () => {
  const { folder } = profile([])
  const first = openRows(folder)
  await checked(
    first.rows,
    ['email', ...Array.from({ length: 4000 }, (_, at) => `p${at}@x.example`)].join('\n'),
  )
  first.close()
  const path = importFile(folder, 1)
  const handle = openSync(path, 'r+')
  for (let at = 40_000; at < statSync(path).size; at += 8192)
    writeSync(handle, Buffer.from([1, 2, 3]), 0, 3, at)
  closeSync(handle)
  const found = await openWorker(folder)
    .then((staging) => staging.preview(200))
    .catch((error: unknown) => error)
  expect(found).toMatchObject({ problem: { code: 'cache_damaged' } })
})

test('another key is told as damage, and the file stays as it was', async () => {
  const { folder } = profile([])
  const { rows, close } = openRows(folder)
  await checked(rows, 'email\na@x.example\n')
  close()
  const before = readFileSync(importFile(folder, 1))
  expect(() => openRows(folder, { key: otherKey })).toThrow(/cache_damaged/)
  expect(readFileSync(importFile(folder, 1)).equals(before)).toBe(true)
})

test('rows that a newer version wrote are left untouched', async () => {
  const { folder } = profile([])
  openRows(folder).close()
  const db = connect(importFile(folder, 1), key)
  db.pragma('user_version = 99')
  db.close()
  expect(() => openRows(folder)).toThrow(/cache_newer/)
})

test('a copy that is not there, or newer, is told when the rows are checked', async () => {
  const folder = temporaryFolder()
  const { rows } = openRows(folder)
  await expect(checked(rows, 'email\na@x.example\n')).rejects.toMatchObject({
    problem: { code: 'cache_damaged', title: 'No copy to compare with' },
  })
  const other = profile([])
  const opened = openRows(other.folder).rows
  const result = await opened.read({ source: { kind: 'text', text: 'email\na@x.example\n' }, reading })
  await opened.map(choicesOf(result))
  other.close()
  const db = connect(`${other.folder}/cache.db`, key)
  db.pragma('user_version = 9999')
  db.close()
  await expect(opened.check({})).rejects.toMatchObject({ problem: { code: 'cache_newer' } })
})

test('a copy that was set aside is not mistaken for the one that took its place', async () => {
  const { folder, close } = profile([contact(1, { email: 'anna@example.com' })])
  const { rows } = openRows(folder)
  expect((await checked(rows, 'email\nanna@example.com\n')).rows.unchanged).toBe(1)
  close()
  setAside(folder, Date.now())
  openStore({ folder, key })
  expect((await rows.check({})).rows.new).toBe(1)
})

test('a full disk leaves the rows as they were, and is told', async () => {
  const { folder } = profile([])
  const { rows, close } = openRows(folder)
  await checked(rows, 'email,plan\na@x.example,pro\n')
  close()
  const staging = await openWorker(folder, 1, { file: program('small-disk-import-worker') })
  writeFileSync(`${folder}/full`, '')
  const long = 'x'.repeat(10_000)
  let refused: unknown = null
  for (let step = 0; step < 400 && refused === null; step += 1) {
    await staging
      .repair({ row: 1, column: 1, text: `${long}${step}`, alike: false })
      .catch((error: unknown) => (refused = error))
  }
  expect(refused).toMatchObject({ problem: { code: 'disk_full' } })
  const counts = await staging.counts()
  expect(await staging.check({}).catch(() => counts)).toEqual(counts)
})

test('a worker that ends is told to who waits, and the rows can be opened again', async () => {
  const { folder } = profile([])
  const staging = await openWorker(folder, 1, { file: program('mortal-import-worker') })
  await staging.read({ source: { kind: 'text', text: 'email\na@x.example\n' }, reading })
  writeFileSync(`${folder}/end`, '')
  const ask = async (): Promise<unknown> => {
    for (;;) await staging.preview(1)
  }
  await expect(ask()).rejects.toMatchObject({ problem: { code: 'cache_worker_stopped' } })
  expect((await (await openWorker(folder)).preview(5)).rows).toEqual([{ line: 2, cells: ['a@x.example'] }])
})

test('reading can be stopped, and what was read before stays', async () => {
  const { folder } = profile([])
  const staging = await openWorker(folder)
  await staging.read({ source: { kind: 'text', text: 'email\na@x.example\n' }, reading })
  const path = file(
    folder,
    ['email', ...Array.from({ length: 300_000 }, (_, at) => `p${at}@x.example`)].join('\n'),
  )
  const stop = new AbortController()
  const heard = new Promise<void>((resolve) => {
    staging.watch((progress) => {
      if (progress?.what === 'reading') resolve()
    })
  })
  const reads = staging.read({ source: { kind: 'file', path }, reading, signal: stop.signal })
  await heard
  stop.abort()
  await expect(reads).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  expect((await staging.preview(5)).rows).toEqual([{ line: 2, cells: ['a@x.example'] }])
})

test('discarded rows are gone from the disk', async () => {
  const { folder } = profile([])
  const staging = await openWorker(folder)
  await staging.close()
  removeImportFile(folder, 1)
  expect(existsSync(importFile(folder, 1))).toBe(false)
})
