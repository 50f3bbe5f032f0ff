import { describe, expect, it } from 'vitest'
import type { ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
import type { CacheStore } from '../../../src-main/cache/store'
import { contact, contacts, event, everyone, load, loadEvents, openStore } from './support'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)
const byAddress = { field: 'email', direction: 'asc' } as const

/** The numbers of the contacts that all filters leave, by address. */
function found(store: CacheStore, filters: ContactFilter[], sort: ContactQuery['sort'] = byAddress) {
  const query: ContactQuery = { ...everyone, filters, sort }
  const { rows } = store.contacts.page({ query, slice: { offset: 0, limit: 100 } })
  return rows.map(({ email }) => Number(/\d+/.exec(email)?.[0]))
}

describe('contacts by an event', () => {
  const login = (number: number, days: number) =>
    event(number * 1000 + days, {
      name: 'login',
      contactId: contact(number).id,
      createdAt: new Date(now - days * day).toISOString(),
    })
  const within = (operator: 'within' | 'notWithin' | 'olderThan', value: number): ContactFilter => ({
    field: 'event.login',
    operator,
    value,
    unit: 'days',
  })

  /** Of five people 0 logged in 40 and 5 days ago, 1 40 days ago, 2 just now. */
  function open() {
    const opened = openStore({ now: () => now })
    load(opened.store, contacts(0, 5))
    loadEvents(opened.store, [login(0, 40), login(0, 5), login(1, 40), login(2, 0)])
    return opened
  }

  it('are found by when it happened last, ever and never', () => {
    const { store } = open()
    expect(found(store, [within('within', 30)])).toEqual([0, 2])
    expect(found(store, [within('notWithin', 30)])).toEqual([1, 3, 4])
    expect(found(store, [within('olderThan', 30)])).toEqual([1])
    expect(found(store, [{ field: 'event.login', operator: 'exists' }])).toEqual([0, 1, 2])
    expect(found(store, [{ field: 'event.login', operator: 'notExists' }])).toEqual([3, 4])
    expect(found(store, [{ field: 'event.logout', operator: 'exists' }])).toEqual([])
    expect(
      found(store, [within('within', 30), { field: 'data.plan', operator: 'equals', value: 'team' }]),
    ).toEqual([2])
  })

  it('are others at once when it happens again, and when a contact goes', () => {
    const { store } = open()
    const newest: ContactQuery['sort'] = { field: 'event.login', direction: 'desc' }
    expect(found(store, [within('within', 30)], newest)).toEqual([2, 0])
    store.events.upsert(login(3, 2))
    expect(found(store, [within('within', 30)], newest)).toEqual([2, 3, 0])
    expect(found(store, [within('notWithin', 30)])).toEqual([1, 4])
    store.contacts.remove(contact(2).id)
    expect(found(store, [within('within', 30)], newest)).toEqual([3, 0])
    expect(found(store, [], newest)).toEqual([3, 0, 1, 4])
  })

  it('are counted among them, in facets and in what is frozen', () => {
    const { store } = open()
    const query: ContactQuery = { ...everyone, filters: [within('within', 30)] }
    const [facet] = store.contacts.facets({ query, fields: ['data.plan'], limit: 8 })
    expect(facet?.values).toEqual([
      { value: 'free', count: 1 },
      { value: 'team', count: 1 },
    ])
    expect(store.contacts.freeze({ query }).count).toBe(2)
  })
})

describe('contacts by a key within a key', () => {
  const plans = [
    { plan: { name: 'pro', seats: 5, since: '2026-05-30' } },
    { plan: { name: 'free', seats: 1 } },
    { plan: 'pro' },
    { plan: { name: 'Pro', owner: { port: 'Oslo' } } },
    {},
  ]
  const open = () => {
    const opened = openStore({ now: () => now })
    load(
      opened.store,
      plans.map((data, index) => contact(index, { data })),
    )
    return opened
  }

  it('are found by its values, and by whether they have any', () => {
    const { store } = open()
    expect(found(store, [{ field: 'data.plan.name', operator: 'anyOf', values: ['pro'] }])).toEqual([0])
    expect(found(store, [{ field: 'data.plan.name', operator: 'contains', value: 'pro' }])).toEqual([0, 3])
    expect(found(store, [{ field: 'data.plan.seats', operator: 'between', from: 2, to: 9 }])).toEqual([0])
    expect(found(store, [{ field: 'data.plan.since', operator: 'within', value: 7, unit: 'days' }])).toEqual([
      0,
    ])
    expect(found(store, [{ field: 'data.plan.owner.port', operator: 'exists' }])).toEqual([3])
    expect(found(store, [{ field: 'data.plan.name', operator: 'notExists' }])).toEqual([2, 4])
    expect(found(store, [{ field: 'data.nothing.name', operator: 'exists' }])).toEqual([])
  })

  it('are others at once when it changes', () => {
    const { store } = open()
    const pro: ContactFilter[] = [{ field: 'data.plan.name', operator: 'anyOf', values: ['pro'] }]
    expect(found(store, pro)).toEqual([0])
    store.contacts.upsert(contact(4, { data: { plan: { name: 'pro' } } }))
    store.contacts.upsert(contact(0, { data: { plan: { name: 'free' } } }))
    expect(found(store, pro)).toEqual([4])
  })

  it('are counted by its values, and the keys are told with how many have each', () => {
    const { store } = open()
    const [facet] = store.contacts.facets({ query: everyone, fields: ['data.plan.name'], limit: 8 })
    expect(facet).toMatchObject({ without: 2, moreValues: 0 })
    expect(facet?.values.flatMap(({ value }) => value ?? []).sort()).toEqual(['Pro', 'free', 'pro'])
    expect(store.contacts.innerFields()).toEqual([
      { key: 'plan.name', types: ['text'], count: 3, distinct: 3 },
      { key: 'plan.seats', types: ['number'], count: 2, distinct: 2 },
      { key: 'plan.owner.port', types: ['text'], count: 1, distinct: 1 },
      { key: 'plan.since', types: ['date'], count: 1, distinct: 1 },
    ])
    store.contacts.upsert(contact(1, { data: { plan: { name: 'free' } } }))
    expect(store.contacts.innerFields().find(({ key }) => key === 'plan.seats')?.count).toBe(1)
  })

  it('are found by a key of that very name where contacts have one', () => {
    const { store } = open()
    store.contacts.upsert(contact(4, { data: { 'plan.name': 'team' } }))
    expect(found(store, [{ field: 'data.plan.name', operator: 'exists' }])).toEqual([4])
    expect(store.contacts.innerFields().map(({ key }) => key)).not.toContain('plan.name')
  })

  it('and nothing is looked for where nobody has an object', () => {
    const { store } = openStore()
    load(store, contacts(0, 5))
    expect(store.contacts.innerFields()).toEqual([])
  })
})
