import { expect, it } from 'vitest'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import type { CacheStore } from '../../../src-main/cache/store'
import { contact, contacts, everyone, key, load, openStore, openWorker } from './support'

const pro: ContactQuery = {
  ...everyone,
  filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
}
const ids = (...numbers: number[]) => numbers.map((number) => contact(number).id)
const named = (...numbers: number[]): PickedRows => ({ kind: 'ids', ids: ids(...numbers) })

/** Everybody that a query matches, frozen, but for some. */
function frozen(store: CacheStore, query: ContactQuery, ...without: number[]): PickedRows {
  const { selectionId } = store.contacts.freeze({ query })
  return { kind: 'frozen', selectionId, except: ids(...without) }
}

const found = (store: CacheStore, query: ContactQuery) =>
  store.contacts.page({ query, slice: { offset: 0, limit: 500 } }).rows.map(({ id }) => id)
const heldBy = (store: CacheStore, selectionId: string) =>
  store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 500 } }).map(({ id }) => id)

/** 90 people, of whom 1, 4, 7 and so on are on pro. */
function open(): CacheStore {
  const { store } = openStore()
  load(store, contacts(0, 90))
  return store
}

it('counts how many of those picked by name a query shows', () => {
  const store = open()
  const shown = (query: ContactQuery, picked: PickedRows) => store.contacts.shown({ query, picked })
  expect(shown(pro, named(1, 2, 3, 4))).toBe(2)
  expect(shown(everyone, named(1, 2, 3, 4))).toBe(4)
  expect(shown({ ...pro, search: 'name 1' }, named(1, 2, 3, 4))).toBe(1)
  expect(shown(everyone, { kind: 'ids', ids: ['nobody', ...ids(1)] })).toBe(1)
  expect(shown(pro, { kind: 'ids', ids: [] })).toBe(0)
})

it('counts how many of a frozen selection a query shows, its exceptions left out', () => {
  const store = open()
  expect(store.contacts.shown({ query: pro, picked: frozen(store, everyone) })).toBe(30)
  expect(store.contacts.shown({ query: pro, picked: frozen(store, everyone, 1, 2, 4) })).toBe(28)
  expect(store.contacts.shown({ query: everyone, picked: frozen(store, pro, 1) })).toBe(29)
})

it('counts anew once people change, go and come', () => {
  const store = open()
  const picked = named(1, 4, 7, 500)
  const all = frozen(store, everyone, 500)
  const shown = () => [
    store.contacts.shown({ query: pro, picked }),
    store.contacts.shown({ query: pro, picked: all }),
  ]
  expect(shown()).toEqual([3, 30])
  store.contacts.upsert(contact(4, { data: { plan: 'free' } }))
  store.contacts.remove(contact(7).id)
  expect(shown()).toEqual([1, 28])
  store.contacts.upsert(contact(500, { data: { plan: 'pro' } }))
  expect(shown()).toEqual([2, 28])
})

it('lists those picked alone, narrowed and in the order of a query', () => {
  const store = open()
  const among = frozen(store, pro, 1)
  expect(found(store, { ...everyone, among: named(5, 3, 80) })).toEqual(ids(3, 5, 80))
  expect(found(store, { ...everyone, among })).toHaveLength(29)
  expect(found(store, { ...everyone, search: 'person8', among })).toEqual(ids(82, 85, 88))
  const byEmail: ContactQuery = {
    ...everyone,
    sort: { field: 'email', direction: 'desc' },
    among: named(3, 4),
  }
  expect(found(store, byEmail)).toEqual(ids(4, 3))
  const [facet] = store.contacts.facets({
    query: { ...everyone, among: named(1, 2, 4) },
    fields: ['data.plan'],
    limit: 8,
  })
  expect(facet?.values).toEqual([
    { value: 'pro', count: 2 },
    { value: 'team', count: 1 },
  ])
  expect(store.contacts.locate({ query: { ...everyone, among }, id: contact(4).id })).toBe(0)
  expect(store.contacts.locate({ query: { ...everyone, among }, id: contact(1).id })).toBeNull()
})

it('keeps of those picked what a query shows', () => {
  const store = open()
  const kept = store.contacts.freeze({ query: { ...pro, among: frozen(store, everyone, 1) } })
  expect(kept.count).toBe(29)
  expect(heldBy(store, kept.selectionId)).toEqual(found(store, pro).slice(1))
})

it('keeps those picked before with what a query shows, each once', () => {
  const store = open()
  const { selectionId, count } = store.contacts.freeze({ query: pro, also: named(1, 2, 3) })
  expect(count).toBe(32)
  expect(heldBy(store, selectionId)).toEqual([...found(store, pro), ...ids(2, 3)])
  store.contacts.remove(contact(3).id)
  const also: PickedRows = { kind: 'frozen', selectionId, except: ids(2) }
  expect(store.contacts.freeze({ query: { ...everyone, among: named(0) }, also }).count).toBe(31)
})

it('says which of the rows of a page a frozen selection does not hold', () => {
  const store = open()
  const { selectionId } = store.contacts.freeze({ query: pro })
  const page = (id?: string) =>
    store.contacts.page({ query: everyone, slice: { offset: 0, limit: 5 }, selectionId: id })
  expect(page(selectionId).outside).toEqual(ids(0, 2, 3))
  expect(page().outside).toBeUndefined()
  store.contacts.releaseSelection(selectionId)
  expect(page(selectionId).outside).toBeUndefined()
})

it('says that a selection is no longer kept', () => {
  const store = open()
  const picked: PickedRows = { kind: 'frozen', selectionId: 'gone', except: [] }
  expect(() => store.contacts.shown({ query: pro, picked })).toThrow(/input_invalid/)
  expect(() => store.contacts.freeze({ query: pro, also: picked })).toThrow(/input_invalid/)
  expect(() => found(store, { ...pro, among: picked })).toThrow(/input_invalid/)
})

it('looks ten thousand names up in slices, between which the worker answers others', async () => {
  const { folder, store, close } = openStore({ key })
  load(store, contacts(0, 10_000))
  close()
  const cache = await openWorker({ folder, key })
  // The index is there: what is left to be done is the looking up.
  await cache.contacts.shown({ query: pro, picked: named() })
  const all = Array.from({ length: 10_000 }, (_, number) => contact(number).id)
  const order: string[] = []
  const count = cache.contacts.shown({ query: pro, picked: { kind: 'ids', ids: all } }).then((shown) => {
    order.push('count')
    return shown
  })
  const other = cache.contacts.get(contact(3).id).then(() => order.push('other'))
  await Promise.all([count, other])
  expect(await count).toBe(3333)
  expect(order).toEqual(['other', 'count'])
})
