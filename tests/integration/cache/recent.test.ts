import { expect, it } from 'vitest'
import { migrations } from '../../../src-main/cache/schema/first'
import { openDatabase, connect } from '../../../src-main/core/database/database'
import { join } from 'node:path'
import { contact, contacts, load, openStore, temporaryFolder } from './support'

const keyOf = (index: number) => ({ kind: 'contact' as const, id: contact(index).id })

it('tells what was opened last, the newest first, once each, with what the copy knows of it now', () => {
  let now = 10
  const { store } = openStore({ now: () => now++ })
  load(store, contacts(0, 3))
  for (const index of [0, 1, 0]) store.recent.opened(keyOf(index))
  expect(store.recent.list()).toMatchObject([
    { ...keyOf(0), name: contact(0).email, data: contact(0).data },
    { ...keyOf(1), name: contact(1).email },
  ])
  store.contacts.upsert(contact(1, { email: 'other@firm.example' }))
  expect(store.recent.list()[1]).toMatchObject({ name: 'other@firm.example' })
})

it('keeps it over a restart', () => {
  const folder = temporaryFolder()
  const before = openStore({ folder })
  load(before.store, contacts(0, 1))
  before.store.recent.opened(keyOf(0))
  before.close()
  expect(openStore({ folder }).store.recent.list()).toMatchObject([keyOf(0)])
})

it('leaves out what is gone, and what is to be forgotten', () => {
  const { store } = openStore()
  load(store, contacts(0, 3))
  for (const index of [0, 1, 2]) store.recent.opened(keyOf(index))
  store.recent.opened({ kind: 'campaign', id: 'never copied' })
  store.contacts.remove(contact(0).id)
  store.recent.forget(keyOf(1))
  expect(store.recent.list()).toMatchObject([keyOf(2)])
})

it('keeps the newest of very many', () => {
  let now = 10
  const { store } = openStore({ now: () => now++ })
  load(store, contacts(0, 60))
  for (let index = 0; index < 60; index++) store.recent.opened(keyOf(index))
  expect(store.recent.list()).toHaveLength(50)
  expect(store.recent.list()[0]).toMatchObject(keyOf(59))
})

it('begins in a copy of the version before it, whose rows stay', () => {
  const folder = temporaryFolder()
  const before = migrations.filter(({ number }) => number < 110)
  openDatabase({ folder, key: null }, before).close()
  const old = connect(join(folder, 'cache.db'), null)
  old.exec(`INSERT INTO saved_view VALUES ('v', 'Mine', '{"search":""}', '[]')`)
  old.close()
  const { store } = openStore({ folder })
  expect(store.recent.list()).toEqual([])
  expect(store.views.list()).toMatchObject([{ name: 'Mine' }])
})
