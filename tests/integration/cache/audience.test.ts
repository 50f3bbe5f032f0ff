import { describe, expect, it } from 'vitest'
import type { AudienceSegment } from '../../../src-main/features/segments/store/audience/condition'
import type { CacheStore } from '../../../src-main/cache/store'
import type { FilterCondition, FilterOperator } from '../../../src-shared/interface/filter'
import { filterCases } from '../../fixtures/filter-cases'
import { now, people, segments } from '../../fixtures/filter-people'
import { contacts, event, events, load, loadEvents, openStore, openWorker, temporaryFolder } from './support'

const idOf = (email: string): string => `id of ${email}`
const iso = (ms: number): string => new Date(ms).toISOString()

/** The population of the cases, as a service would have listed it. */
function openPopulation(): CacheStore {
  const { store } = openStore({ now: () => now })
  load(
    store,
    people.map(({ email, subscribed, createdAt, data }) => ({
      id: idOf(email),
      email,
      subscribed,
      createdAt: iso(createdAt),
      updatedAt: iso(createdAt),
      data,
    })),
  )
  const all = people.flatMap(({ email, events: had }) =>
    had.map((one) => ({ ...one, contactId: idOf(email) })),
  )
  loadEvents(
    store,
    all.map(({ name, at, contactId }, index) => ({
      id: `event ${index}`,
      name,
      contactId,
      createdAt: iso(at),
    })),
  )
  return store
}

const audienceSegments: AudienceSegment[] = segments.map((segment) =>
  segment.type === 'STATIC'
    ? { id: segment.id, members: segment.members.map(idOf) }
    : { id: segment.id, condition: segment.condition },
)

function addressesOf(store: CacheStore, condition: FilterCondition): string[] {
  const { selectionId, count } = store.audience.freeze({ condition, segments: audienceSegments })
  const rows = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 500 } })
  expect(rows).toHaveLength(count)
  return rows.map(({ email }) => email)
}

const one = (field: string, operator: FilterOperator, value?: string | number): FilterCondition => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, ...(value !== undefined && { value, unit: 'days' as const }) }] }],
})

describe('an audience over the copy', () => {
  it.each(filterCases)('holds: $name', ({ condition, expected }) => {
    expect(addressesOf(openPopulation(), condition)).toEqual(expected)
  })
})

it('reads more contacts and events than a slice holds', () => {
  const { store } = openStore()
  load(store, contacts(0, 2500))
  loadEvents(store, events(0, 5000))
  const names = store.events.names()
  for (const { name } of names) {
    const having = store.audience.freeze({ condition: one(name, 'triggered'), segments: [] }).count
    const without = store.audience.freeze({
      condition: one(name, 'notTriggered'),
      segments: [],
    }).count
    expect(having).toBeGreaterThan(0)
    expect(having + without).toBe(2500)
  }
})

it('takes the last of many events of one moment', () => {
  const { store } = openStore({ now: () => now })
  load(store, contacts(0, 3))
  const contactId = contacts(0, 3)[1]?.id
  const at = (index: number) => ({
    ...event(index),
    name: 'seen',
    contactId,
    createdAt: iso(now - 86_400_000),
  })
  loadEvents(store, [
    ...Array.from({ length: 4100 }, (_, index) => at(index)),
    { ...at(5000), createdAt: iso(now - 1) },
  ])
  const count = (value: number) =>
    store.audience.freeze({ condition: one('seen', 'triggeredWithin', value), segments: [] }).count
  expect(count(0.5)).toBe(1)
  expect(count(0)).toBe(0)
})

it('is asked for through the worker', async () => {
  const cache = await openWorker({ folder: temporaryFolder(), key: null })
  const { count } = await cache.audience.freeze({ condition: one('email', 'exists'), segments: [] })
  expect(count).toBe(0)
})
