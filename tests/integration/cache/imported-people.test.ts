import { expect, it } from 'vitest'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { CacheStore } from '../../../src-main/cache/store'
import { seeded } from '../../fixtures/seeded'
import { contact, contacts, everyone, key, load, openStore, openWorker } from './support'

const of = (importId: number, query: Partial<ContactQuery> = {}): ContactQuery => ({
  ...everyone,
  sort: { field: 'email', direction: 'asc' },
  ...query,
  of: { importId, name: 'spring.csv' },
})
const ids = (...numbers: number[]) => numbers.map((number) => contact(number).id)
const found = (store: CacheStore, query: ContactQuery) =>
  store.contacts.page({ query, slice: { offset: 0, limit: 100 } }).rows.map(({ id }) => id)

it('lists whom an import wrote, and them alone', () => {
  const { store } = openStore()
  load(store, contacts(0, 2000))
  store.imports.addPeople({ importId: 7, contactIds: ids(3, 1999, 40) })
  store.imports.addPeople({ importId: 8, contactIds: ids(4) })
  expect(found(store, of(7)).sort()).toEqual(ids(3, 1999, 40).sort())
  expect(found(store, of(8))).toEqual(ids(4))
  expect(found(store, of(9))).toEqual([])
  expect(store.contacts.page({ query: of(7), slice: { offset: 0, limit: 1 } })).toMatchObject({
    count: 3,
    total: 2000,
  })
})

it('joins them with search, filters, facets, positions and frozen selections', () => {
  const { store } = openStore()
  load(store, [
    contact(0, { email: 'anna@x.example', data: { plan: 'pro' } }),
    contact(1, { email: 'bert@x.example', data: { plan: 'pro' } }),
    contact(2, { email: 'cara@x.example', data: { plan: 'free' } }),
    contact(3, { email: 'dora@x.example', data: { plan: 'free' } }),
  ])
  store.imports.addPeople({ importId: 7, contactIds: ids(0, 2, 3) })
  const pro = [{ field: 'data.plan' as const, operator: 'equals' as const, value: 'pro' }]
  expect(found(store, of(7, { filters: pro }))).toEqual(ids(0))
  expect(found(store, of(7, { search: 'a@x' }))).toEqual(ids(0, 2, 3))
  const [facet] = store.contacts.facets({ query: of(7), fields: ['data.plan'], limit: 8 })
  expect(facet?.values).toEqual([
    { value: 'free', count: 2 },
    { value: 'pro', count: 1 },
  ])
  expect(store.contacts.locate({ query: of(7), id: contact(2).id })).toBe(1)
  expect(store.contacts.locate({ query: of(7), id: contact(1).id })).toBeNull()
  const { selectionId, count } = store.contacts.freeze({ query: of(7) })
  expect(count).toBe(3)
  const frozen = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 9 } })
  expect(frozen.map(({ id }) => id)).toEqual(ids(0, 2, 3))
})

it('leaves out who is deleted, and takes in who is noted, who comes and who comes back', () => {
  const { store } = openStore()
  load(store, contacts(0, 50))
  store.imports.addPeople({ importId: 7, contactIds: ids(1, 2, 60) })
  expect(found(store, of(7)).sort()).toEqual(ids(1, 2).sort())
  store.contacts.remove(contact(1).id)
  expect(found(store, of(7))).toEqual(ids(2))
  store.imports.addPeople({ importId: 7, contactIds: ids(3, 2) })
  expect(found(store, of(7)).sort()).toEqual(ids(2, 3).sort())
  store.contacts.upsert(contact(1))
  store.contacts.upsert(contact(60))
  expect(found(store, of(7)).sort()).toEqual(ids(1, 2, 3, 60).sort())
})

it.each([
  ['few', 30],
  ['many', 1800],
])('finds %s among many contacts, and nobody else', (_, count) => {
  const { store } = openStore({ key })
  load(store, contacts(0, 3000))
  const draw = seeded(count)
  // Some of them left the copy, or never came.
  const drawn = Array.from({ length: count }, () => contact(Math.floor(draw() * 3500)).id)
  store.imports.addPeople({ importId: 7, contactIds: drawn })
  store.imports.addPeople({ importId: 8, contactIds: ids(1) })
  const known = new Set(ids(...Array.from({ length: 3000 }, (_each, number) => number)))
  const query = of(7)
  const { count: shown } = store.contacts.page({ query, slice: { offset: 0, limit: 1 } })
  const { selectionId } = store.contacts.freeze({ query })
  const rows = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: shown } })
  expect(rows.map(({ id }) => id).sort()).toEqual([...new Set(drawn)].filter((id) => known.has(id)).sort())
})

it('still knows them after the copy was closed, encrypted, and forgets them with a discarded import', () => {
  const first = openStore({ key })
  load(first.store, contacts(0, 20))
  first.store.imports.addPeople({ importId: 7, contactIds: ids(5) })
  first.settle()
  first.close()
  const { store } = openStore({ folder: first.folder, key })
  expect(found(store, of(7))).toEqual(ids(5))
  store.imports.remove(7)
  expect(found(store, of(7))).toEqual([])
})

it('knows who comes, and who is noted, while they are looked up', async () => {
  const { folder, store, close } = openStore({ key })
  load(store, contacts(0, 1000))
  const all = Array.from({ length: 1000 }, (_, number) => contact(number).id)
  store.imports.addPeople({ importId: 7, contactIds: [...all.slice(0, 900), contact(2000).id] })
  close()
  const cache = await openWorker({ folder, key })
  const asked = cache.contacts.page({ query: of(7), slice: { offset: 0, limit: 1 } })
  const came = cache.contacts.upsert(contact(2000))
  const noted = cache.imports.addPeople({ importId: 7, contactIds: all.slice(900) })
  await Promise.all([asked, came, noted])
  const { count } = await cache.contacts.page({ query: of(7), slice: { offset: 0, limit: 1 } })
  expect(count).toBe(1001)
})
