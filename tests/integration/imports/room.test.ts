import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { problemOf } from '../../fixtures/problem-of'
import { atRest, checked, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

const content = 'email,plan\nada@example.com,pro\nno address,pro\n'

it('tells what the rows of imports take, removes those of imports that have run, and keeps what they came to', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const none = { imports: 0, bytes: 0, daysKept: 90, removable: { imports: 0, bytes: 0 } }
  expect((await bridge.storage.get()).importRows).toEqual(none)

  const run = await fixture.open('spring.csv', content)
  await checked(bridge, run.id)
  await ran(bridge, run.id)
  const waiting = await fixture.open('summer.csv', content)
  await atRest(bridge, waiting.id)
  const { importRows, path } = await bridge.storage.get()
  expect(importRows).toMatchObject({ imports: 2, removable: { imports: 1 } })
  expect(importRows.removable.bytes).toBeGreaterThan(0)
  expect(importRows.bytes).toBeGreaterThan(importRows.removable.bytes)

  expect(await bridge.storage.removeImportRows()).toEqual({ imports: 1 })
  const left = await readdir(join(path, 'imports'))
  expect(left.filter((name) => name.startsWith(String(run.id)))).toEqual([])
  expect((await bridge.storage.get()).importRows).toMatchObject({ imports: 1, removable: none.removable })
  const seen = await bridge.imports.get({ id: run.id })
  expect(seen).toMatchObject({
    rowsUntil: null,
    step: 'after',
    written: { created: 1, changed: 0, failed: 0 },
  })
  expect(await problemOf(bridge.imports.undo({ id: run.id }))).toMatchObject({ code: 'not_found' })
  const query = {
    search: '',
    filters: [],
    sort: { field: 'email', direction: 'asc' },
    of: { importId: run.id, name: 'spring.csv' },
  } as const
  const people = await bridge.contacts.page({
    query: { ...query, filters: [] },
    slice: { offset: 0, limit: 9 },
  })
  expect(people.rows.map(({ email }) => email)).toEqual(['ada@example.com'])
  expect(await bridge.imports.preview({ id: waiting.id, limit: 1 })).toMatchObject({ rows: [{ line: 2 }] })
})
