import { expect, it } from 'vitest'
import type { EventQuery } from '../../../src-shared/bridge/events'
import type { CacheStore } from '../../../src-main/cache/store'
import { contact, contacts, event, events, load, loadEvents, openStore, start } from './support'

const all: EventQuery = { names: [], contactId: null, from: null, to: null, search: '' }
const page = (store: CacheStore, query: Partial<EventQuery> = {}, offset = 0, limit = 100) =>
  store.events.page({ query: { ...all, ...query }, slice: { offset, limit } })
const values = (store: CacheStore, query: Partial<EventQuery>, offset = 0, limit = 100) =>
  page(store, query, offset, limit).rows.map(({ data }) => (data as { value: number }).value)

it('lists events by position, the newest first', () => {
  const { store } = openStore()
  loadEvents(store, events(0, 1000))
  expect(values(store, {}, 500, 3)).toEqual([500, 501, 502])
  expect(page(store)).toMatchObject({ count: 1000, countCapped: false, total: 1000 })
})

it('finds the same places far down as from the beginning, also where many events are of one moment, and after a change', () => {
  const { store } = openStore()
  // Times that fall together over thousands of rows: a place is more than its time.
  const crowded = Array.from({ length: 5000 }, (_, index) =>
    event(index, { createdAt: new Date(start - Math.floor(index / 1500) * 1000).toISOString() }),
  )
  loadEvents(store, crowded)
  const query = { names: ['signup', 'purchase'] }
  const whole = values(store, query, 0, 5000)
  const jumps = () => [3200, 1024, 0, 1023, 2047, 2048, 3300].map((offset) => values(store, query, offset, 5))
  expect(jumps()).toEqual([3200, 1024, 0, 1023, 2047, 2048, 3300].map((at) => whole.slice(at, at + 5)))
  store.events.upsert(event(6000, { createdAt: new Date(start + 1000).toISOString(), name: 'signup' }))
  expect(values(store, query, 3200, 5)).toEqual(whole.slice(3199, 3204))
})

it('filters by one name, by several, and by time', () => {
  const { store } = openStore()
  loadEvents(store, events(0, 1000))
  expect(values(store, { names: ['purchase'] }, 10, 2)).toEqual([32, 35])
  expect(page(store, { names: ['purchase'] }).count).toBe(333)
  expect(values(store, { names: ['purchase', 'signup'] }, 0, 4)).toEqual([0, 2, 3, 5])
  expect(page(store, { names: ['purchase', 'signup'] }).count).toBe(667)
  const span = { from: start - 99_000, to: start - 49_000 }
  expect(page(store, span).count).toBe(50)
  expect(values(store, { ...span, names: ['purchase'] }, 0, 1)).toEqual([50])
  expect(page(store, { names: ['nothing of this name'] })).toMatchObject({ rows: [], count: 0 })
})

it('finds the events of a contact during a first load and after it', () => {
  const { store, settle } = openStore()
  const run = store.runs.begin({ resource: 'events', mode: 'full', cause: 'first', now: 1 })
  store.runs.setState({ runId: run.id, state: 'running', now: 1 })
  const apply = (from: number) =>
    store.events.applyPage({
      runId: run.id,
      records: events(from, from + 100),
      bookmark: null,
      expected: null,
    })
  apply(0)
  const query = { contactId: contact(7).id }
  expect(page(store, query).count).toBe(5)
  apply(100)
  expect(values(store, query, 3, 3)).toEqual([67, 87, 107])
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 2 })
  settle()
  expect(values(store, query, 3, 3)).toEqual([67, 87, 107])
  expect(page(store, { ...query, names: ['signup'] }).rows.every(({ name }) => name === 'signup')).toBe(true)
})

it('tells the newest event of each contact, whatever came in first, and none of those without a time', () => {
  const { store } = openStore()
  const of = (at: number, name: string, contactId: string, createdAt: string | undefined) =>
    event(at, { name, contactId, createdAt })
  const [ada, bo, cy] = [contact(1).id, contact(2).id, contact(3).id]
  loadEvents(store, [
    of(1, 'login', ada, '2026-03-01T10:00:00.000Z'),
    of(2, 'signup', ada, '2026-01-01T10:00:00.000Z'),
    of(3, 'signup', bo, undefined),
  ])
  store.events.upsert(of(4, 'invoice.paid', ada, '2026-03-02T10:00:00.000Z'))
  expect(store.events.newest({ contactIds: [cy, bo, ada] })).toEqual([
    { contactId: ada, name: 'invoice.paid', at: Date.parse('2026-03-02T10:00:00.000Z') },
  ])
  expect(store.events.newest({ contactIds: [ada, bo], name: 'login' })).toEqual([
    { contactId: ada, name: 'login', at: Date.parse('2026-03-01T10:00:00.000Z') },
  ])
  expect(store.events.newest({ contactIds: [ada], name: 'logout' })).toEqual([])
})

it('searches name, address and data, and takes the address from the copy of the contact', () => {
  const { store } = openStore()
  load(store, contacts(0, 20))
  loadEvents(store, events(0, 1000))
  expect(page(store, { search: 'purch' }).count).toBe(333)
  const found = page(store, { search: `${contact(3).email.toUpperCase()} open` })
  expect(found.count).toBeGreaterThan(0)
  expect(found.rows.every(({ email, name }) => email === contact(3).email && name === 'email.open')).toBe(
    true,
  )
  expect(page(store, { search: '"value":77' }).rows.map(({ id }) => id)).toContain(event(777).id)
})

it('prefers the address that the service sends with the event', () => {
  const { store } = openStore()
  load(store, contacts(0, 20))
  store.events.upsert(event(3, { contact: { email: 'sent@example.com' } }))
  expect(page(store).rows[0]?.email).toBe('sent@example.com')
})

it('stops counting at ten thousand where it has to read', () => {
  const { store } = openStore()
  loadEvents(store, events(0, 10_100))
  expect(page(store, { search: 'value' })).toMatchObject({ count: 10_000, countCapped: true })
  expect(page(store, { search: 'value' }, 9_990).rows).toHaveLength(10)
})

it('counts events over time, whatever the filter', () => {
  const { store } = openStore()
  loadEvents(store, events(0, 5000))
  const sum = (query: Partial<EventQuery>) => {
    const { counts } = store.events.histogram({ query: { ...all, ...query }, buckets: 40 })
    expect(counts.length).toBeLessThanOrEqual(40)
    return counts.reduce((total, count) => total + count, 0)
  }
  expect(sum({})).toBe(5000)
  expect(sum({ names: ['signup'] })).toBe(1667)
  expect(sum({ contactId: contact(1).id })).toBe(250)
  expect(sum({ search: 'purchase' })).toBe(1666)
  expect(sum({ from: start - 99_000, to: start - 49_000 })).toBe(50)
})

it('keeps names with their counts, and those that only the service knows', () => {
  const { store } = openStore()
  loadEvents(store, events(0, 10))
  const run = store.runs.begin({ resource: 'eventNames', mode: 'full', cause: 'person', now: 1 })
  store.events.applyNames({ runId: run.id, names: ['signup', 'never seen'] })
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 2 })
  expect(store.events.names()).toEqual([
    { name: 'signup', count: 4 },
    { name: 'email.open', count: 3 },
    { name: 'purchase', count: 3 },
    { name: 'never seen', count: 0 },
  ])
  const again = store.runs.begin({ resource: 'eventNames', mode: 'full', cause: 'person', now: 3 })
  expect(store.events.applyNames({ runId: again.id, names: ['signup'] })).toMatchObject({
    run: { removed: 1 },
  })
  expect(store.events.names().map(({ name }) => name)).not.toContain('never seen')
})

it('gives an event back as the service sent it', () => {
  const { store } = openStore()
  const odd = { ...event(1), emailId: 'eml_1', contact: { email: 'a@example.com' }, extra: [1] }
  store.events.upsert(odd)
  expect(store.events.get(odd.id)?.raw).toEqual(odd)
  expect(store.events.get('nobody')).toBeNull()
})

it('sweeps events and their counts, and leaves unchanged ones alone', () => {
  const { store, settle } = openStore()
  loadEvents(store, events(0, 300))
  settle()
  const run = store.runs.begin({ resource: 'events', mode: 'full', cause: 'person', now: 5 })
  const applied = store.events.applyPage({
    runId: run.id,
    records: [event(0, { name: 'renamed' }), ...events(1, 100)],
    bookmark: null,
    expected: null,
  })
  expect(applied).toMatchObject({ added: 0, changed: 1, unchanged: 99 })
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 6 })
  expect(page(store)).toMatchObject({ count: 100, total: 100 })
  expect(store.events.names().reduce((sum, { count }) => sum + count, 0)).toBe(100)
  expect(store.events.countsSince(start - 9_000).reduce((sum, { count }) => sum + count, 0)).toBe(10)
  expect(store.maintenance.check()).toEqual({ sound: true, findings: [] })
})

it('tells of the mails of a contact by the id, the subject and the campaign that their events name', () => {
  const { store } = openStore()
  const of = { contactId: contact(7).id, createdAt: new Date(start).toISOString() }
  store.events.upsert({
    ...event(0),
    ...of,
    id: 'e1',
    name: 'email.sent',
    emailId: 'm1',
    data: { subject: 'Tides' },
  })
  store.events.upsert({
    ...event(0),
    ...of,
    id: 'e2',
    name: 'email.open',
    data: { emailId: 'm1', campaignId: 'k' },
  })
  store.events.upsert({ ...event(0), ...of, id: 'e3', name: 'purchase' })
  expect(store.events.mails(contact(7).id)).toEqual([
    { name: 'email.sent', at: start, emailId: 'm1', subject: 'Tides', campaignId: null },
    { name: 'email.open', at: start, emailId: 'm1', subject: null, campaignId: 'k' },
  ])
})
