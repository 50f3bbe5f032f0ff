import { expect, it } from 'vitest'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { CacheStore } from '../../../src-main/cache/store'
import { contact, contacts, everyone, load, openStore, start } from './support'

const page = (store: CacheStore, query: ContactQuery, offset = 0, limit = 100) =>
  store.contacts.page({ query, slice: { offset, limit } })
const emails = (store: CacheStore, query: ContactQuery, offset = 0, limit = 100) =>
  page(store, query, offset, limit).rows.map(({ email }) => email)
const byEmail: ContactQuery = { ...everyone, sort: { field: 'email', direction: 'asc' } }
const searching = (search: string): ContactQuery => ({ ...everyone, search })

it('shows every position of the newest-first list, however deep', () => {
  const { store } = openStore()
  const all = contacts(0, 6000)
  load(store, all)
  for (const offset of [0, 999, 1000, 2500, 5999, 3000]) {
    expect(emails(store, everyone, offset, 3)).toEqual(
      all.slice(offset, offset + 3).map(({ email }) => email),
    )
  }
  expect(emails(store, everyone, 6000)).toEqual([])
})

it('keeps positions right while people come and go in the middle of the list', () => {
  const { store } = openStore()
  load(store, contacts(0, 6000))
  page(store, everyone, 5500)
  const between = new Date(start - 2_000 * 60_000 + 1).toISOString()
  store.contacts.upsert(contact(9000, { createdAt: between }))
  store.contacts.remove(contact(10).id)
  store.contacts.remove(contact(4000).id)
  expect(emails(store, everyone, 1999, 1)).toEqual([contact(9000).email])
  expect(emails(store, everyone, 5000, 1)).toEqual([contact(5001).email])
  expect(store.contacts.locate({ query: everyone, id: contact(5001).id })).toBe(5000)
  expect(store.contacts.locate({ query: everyone, id: contact(4000).id })).toBeNull()
})

it('tells people of one instant apart by the order in which they came', () => {
  const { store } = openStore()
  const createdAt = new Date(start).toISOString()
  const all = contacts(0, 5000).map((record) => ({ ...record, createdAt }))
  load(store, all)
  for (const offset of [0, 2500, 4999]) {
    expect(emails(store, everyone, offset, 1)).toEqual([all[offset]?.email])
    expect(store.contacts.locate({ query: everyone, id: all[offset]?.id ?? '' })).toBe(offset)
  }
})

it('puts people without a date last', () => {
  const { store } = openStore()
  load(store, [contact(0, { createdAt: undefined }), contact(1), contact(2)])
  expect(emails(store, everyone)).toEqual([contact(1), contact(2), contact(0)].map(({ email }) => email))
})

it('agrees with itself about the default view, from the index and from SQLite', () => {
  const { store } = openStore()
  load(store, contacts(0, 500))
  const everybodyThroughIndex: ContactQuery = {
    ...everyone,
    filters: [{ field: 'email', operator: 'exists' }],
  }
  expect(emails(store, everybodyThroughIndex, 100)).toEqual(emails(store, everyone, 100))
})

it('sorts, searches and filters, and says where a person stands', () => {
  const { store } = openStore()
  load(store, contacts(0, 1000))
  expect(emails(store, byEmail, 0, 2)).toEqual(['person0@gmail.com', 'person100@firm0.example'])
  expect(
    page(store, searching('person77 firm')).rows.every(({ email }) => email.startsWith('person77')),
  ).toBe(true)
  const filtered: ContactQuery = {
    ...everyone,
    filters: [
      { field: 'data.plan', operator: 'equals', value: 'pro' },
      { field: 'subscribed', operator: 'equals', value: false },
    ],
  }
  const { rows, count } = page(store, filtered)
  expect(count).toBe(
    contacts(0, 1000).filter(({ data, subscribed }) => data['plan'] === 'pro' && !subscribed).length,
  )
  expect(store.contacts.locate({ query: filtered, id: rows[7]?.id ?? '' })).toBe(7)
})

it('gives the first rows of a search before their number, and with it where there are no more', () => {
  const { store } = openStore()
  load(store, contacts(0, 3000))
  const first = (search: string, limit: number) => store.contacts.first({ query: searching(search), limit })
  const many = first('example', 50)
  expect(many.count).toBeNull()
  expect(many.total).toBe(3000)
  expect(many.rows).toEqual(page(store, searching('example'), 0, 50).rows)
  const few = first(contact(12).email, 50)
  expect(few).toMatchObject({ count: 1, rows: [{ email: contact(12).email }] })
  expect(first('no such person', 50)).toMatchObject({ count: 0, rows: [] })
})

it('follows every change while the index is loaded', () => {
  const { store } = openStore()
  load(store, contacts(0, 100))
  expect(page(store, searching('zebra')).count).toBe(0)
  store.contacts.upsert(contact(3, { data: { pet: 'Zebra' } }))
  store.contacts.upsert(contact(500, { data: { pet: 'zebrafish' } }))
  expect(page(store, searching('zebra')).count).toBe(2)
  store.contacts.remove(contact(500).id)
  expect(page(store, searching('zebra')).count).toBe(1)
  expect(store.maintenance.check()).toEqual({ sound: true, findings: [] })
})

it('counts facets and names the fields of data', () => {
  const { store } = openStore()
  load(store, contacts(0, 300))
  const [plan] = store.contacts.facets({ query: everyone, fields: ['data.plan'], limit: 2 })
  expect(plan).toMatchObject({ field: 'data.plan', moreValues: 1, moreCount: 100 })
  expect(
    store.contacts
      .fields()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['firstName', 'plan', 'seats'])
})

it('answers the same from the saved index, the changes since, and the rows', () => {
  const one = openStore()
  load(one.store, contacts(0, 60_000))
  one.settle()
  expect(one.db.prepare('SELECT index_covers FROM meta').pluck().get()).toBe(60_000)
  one.store.contacts.upsert(contact(5, { data: { pet: 'zebra' } }))
  one.store.contacts.remove(contact(6).id)
  one.store.contacts.upsert(contact(70_000, { data: { pet: 'zebra' } }))
  one.close()
  const { store } = openStore({ folder: one.folder })
  expect(page(store, searching('zebra')).rows.map(({ id }) => id)).toEqual([
    contact(5).id,
    contact(70_000).id,
  ])
  expect(page(store, byEmail).count).toBe(60_000)
  expect(store.maintenance.check()).toEqual({ sound: true, findings: [] })
})

it('finds people by id and by address, whatever its case, during a first load and after it', () => {
  const { store, settle } = openStore()
  const run = store.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: 1 })
  store.runs.setState({ runId: run.id, state: 'running', now: 1 })
  store.contacts.applyPage({ runId: run.id, records: contacts(0, 100), bookmark: null, expected: null })
  const found = () => [
    store.contacts.findByEmail(contact(7).email.toUpperCase())?.id,
    store.contacts.get(contact(8).id)?.email,
    store.contacts.rowsByIds([contact(9).id, 'nobody', contact(3).id]).map(({ id }) => id),
  ]
  const expected = [contact(7).id, contact(8).email, [contact(9).id, contact(3).id]]
  expect(found()).toEqual(expected)
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 2 })
  settle()
  expect(found()).toEqual(expected)
})

it('finds a person by the new address after it changed, and not by the old one', () => {
  const { store, settle } = openStore()
  load(store, contacts(0, 100))
  settle()
  store.contacts.upsert(contact(7, { email: 'new@example.com' }))
  expect(store.contacts.findByEmail('new@example.com')?.id).toBe(contact(7).id)
  expect(store.contacts.findByEmail(contact(7).email)).toBeNull()
})

it('lets two people have one address for a while', () => {
  const { store } = openStore()
  load(store, [contact(0, { email: 'same@example.com' }), contact(1, { email: 'same@example.com' })])
  expect(page(store, everyone).count).toBe(2)
  expect(store.contacts.findByEmail('same@example.com')?.id).toBe(contact(0).id)
})

it('shows the whole record with what is unknown to it, its events and what waits for it', () => {
  const { store } = openStore({ now: () => 777 })
  load(store, [contact(0, { score: 7 })], 500)
  store.events.upsert({
    id: 'evt_1',
    name: 'signup',
    contactId: contact(0).id,
    createdAt: contact(0).createdAt,
  })
  store.outbox.add({
    entry: {
      kind: 'contact.update',
      state: 'queued',
      email: contact(0).email,
      contactId: contact(0).id,
      queuedAt: 800,
      sentAt: null,
      attempts: 0,
      conflict: null,
      problem: null,
    },
    method: 'PATCH',
    path: `/contacts/${contact(0).id}`,
    body: { data: { plan: 'pro' } },
    idempotencyKey: null,
    reason: null,
    before: {},
  })
  expect(store.contacts.get(contact(0).id)).toMatchObject({
    raw: { ...contact(0), score: 7 },
    eventCount: 1,
    syncedAt: 777,
    pending: [{ kind: 'update', queuedAt: 800 }],
  })
})

it('knows when an unchanged person was last read', () => {
  const { store } = openStore({ now: () => 100 })
  load(store, contacts(0, 10), 50)
  load(store, contacts(0, 10), 9000)
  expect(store.contacts.get(contact(3).id)?.syncedAt).toBe(9000)
})

it('keeps the people of a frozen selection, whoever comes or changes after', () => {
  const { store } = openStore()
  load(store, contacts(0, 100))
  const query: ContactQuery = {
    ...everyone,
    filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
  }
  const seen = page(store, query).rows.map(({ id }) => id)
  const { selectionId, count } = store.contacts.freeze({ query })
  expect(count).toBe(seen.length)
  store.contacts.upsert(contact(1, { data: { plan: 'free' } }))
  store.contacts.remove(contact(4).id)
  store.contacts.remove(contact(99).id)
  store.contacts.upsert(contact(500, { data: { plan: 'pro' } }))
  const rows = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 500 } })
  expect(rows.map(({ id }) => id)).toEqual(seen.filter((id) => id !== contact(4).id && id !== contact(99).id))
  store.contacts.releaseSelection(selectionId)
  expect(() => store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 1 } })).toThrow(
    /input_invalid/,
  )
})

it('counts growth by local month, and the last thirty days', () => {
  const now = new Date(2026, 4, 15).getTime()
  const made = (month: number, date: number, subscribed: boolean, index: number) =>
    contact(index, { createdAt: new Date(2026, month, date).toISOString(), subscribed })
  const { store } = openStore()
  load(store, [
    made(4, 10, false, 0),
    made(3, 20, true, 1),
    made(3, 1, true, 2),
    made(-20, 1, true, 3),
    contact(4, { createdAt: undefined, subscribed: false }),
  ])
  const read = () => store.contacts.overview({ months: 6, now })
  expect(read()).toMatchObject({
    contacts: 5,
    subscribed: 3,
    unsubscribed: 2,
    last30Days: { contacts: 2, subscribed: 1 },
  })
  expect(read().growth.map(({ contacts: held, added }) => [held, added])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [3, 2],
    [4, 1],
  ])
  expect(read().growth.at(-1)).toMatchObject({ partial: true, subscribed: 3 })
  store.contacts.upsert(made(3, 20, false, 1))
  expect(read()).toMatchObject({ subscribed: 2, unsubscribed: 3 })
})
