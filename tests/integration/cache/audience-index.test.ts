import { describe, expect, it } from 'vitest'
import type { TestedSegment } from '../../../src-main/features/segments/store/audience/condition'
import type { CacheStore } from '../../../src-main/cache/store'
import type { Contact } from '../../../src-shared/interface/contact'
import {
  type Filter,
  type FilterCondition,
  type FilterOperator,
  type FilterReading,
  filterOperators,
  filterReadings,
  kindOf,
} from '../../../src-shared/interface/filter'
import { testOf } from '../../fixtures/condition-test'
import { filterCases } from '../../fixtures/filter-cases'
import { now, people, segments as populationSegments } from '../../fixtures/filter-people'
import { seeded } from '../../fixtures/seeded'
import { Randomness } from '../../unit/cache-index/random-contacts'
import { load, loadEvents, openStore } from './support'

const iso = (ms: number): string => new Date(ms).toISOString()
const day = 86_400_000
const names = ['login', 'purchase']

interface Happened {
  name: string
  contactId: string
  at: number
}

/** The row by row way: every contact is tested by what its record says (condition-test.ts). */
function oneByOne(
  records: readonly Contact[],
  events: readonly Happened[],
  segments: readonly TestedSegment[],
  condition: FilterCondition,
  reading: FilterReading = 'specified',
): string[] {
  const lastEvents = new Map<string, Map<string, number>>()
  for (const { name, contactId, at } of events) {
    const last = lastEvents.get(name) ?? new Map<string, number>()
    lastEvents.set(name, last.set(contactId, Math.max(at, last.get(contactId) ?? Number.NEGATIVE_INFINITY)))
  }
  const test = testOf(condition, { now, reading, segments, lastEvents })
  return records
    .filter(({ id, email, subscribed, createdAt, updatedAt, data }) =>
      test({ id, email, subscribed, createdAt: createdAt ?? null, updatedAt: updatedAt ?? null, data }),
    )
    .map(({ id }) => id)
}

function byIndex(store: CacheStore, segments: TestedSegment[], condition: FilterCondition): string[] {
  const { selectionId, count } = store.audience.freeze({ condition, segments })
  const rows = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 500 } })
  store.contacts.releaseSelection(selectionId)
  expect(rows).toHaveLength(count)
  expect(store.audience.count({ asker: 'test', condition, segments }).count).toBe(count)
  return rows.map(({ id }) => id).sort()
}

describe('the row by row test of a condition', () => {
  const records = people.map(({ email, subscribed, createdAt, data }): Contact => ({
    id: email,
    email,
    subscribed,
    createdAt: iso(createdAt),
    data,
  }))
  const events = people.flatMap(({ email, events: had }) => had.map((one) => ({ ...one, contactId: email })))
  const segments = populationSegments.map((segment): TestedSegment =>
    segment.type === 'STATIC'
      ? { id: segment.id, members: segment.members }
      : { id: segment.id, condition: segment.condition },
  )

  it.each(filterCases)('holds: $name', ({ condition, expected }) => {
    expect(oneByOne(records, events, segments, condition)).toEqual(expected)
  })
})

const operators = Object.values(filterOperators).flatMap((group): FilterOperator[] => [...group])
const values = [
  '', ' ', 'a', 'A', 'jana', 'Novákov', 'novakova', 'STRASSE', 'straße', 'łukasz', 'дмитр', '山田', 'ﾔﾏ', '😀', '\ud83d', '\udc00y',
  'İ', 'i', 'σίσυφος', 'ς', 'Acme', 'acme corp', 'true', 'FALSE', '12', '12.0', '-0', '0', '1e3', '1000', 'null', 'ﬁ', 'fi', '\u0000',
  '\uffff', '\ufffd', '2024-01-01', '2024-01-01T00:00:00Z', '2023-12-31T23:59:59.999Z', '2026-11-20', '2024-02-30', 'deep', 'unique', '@', 'gmail.COM',
  0, -0, 1, 12, -5, 0.5, 1e21, 1000, 1704067200000, true, false,
] // prettier-ignore
const fields = [
  'email', 'subscribed', 'createdAt', 'updatedAt', 'data.plan', 'data.first', 'data.Name', 'data.__proto__', 'data.constructor', 'data.', 'data.a.b',
  'data.ключ', 'data.n0', 'data.n1', 'data.d0', 'data.rare', 'data.nothing', 'data.plan.plan0', 'data.first.n01', 'data.Name.first0.d00',
  'data.n0.a.b0', 'data.plan.0', 'data.d0.0',
] // prettier-ignore

function filterOf(random: Randomness): Filter {
  const operator = random.pick(operators)
  const kind = kindOf(operator)
  if (kind === 'membership') return { field: 'segment', operator, value: random.pick(['s1', 's2', 's3']) }
  const span = {
    value: random.pick([0, 0.5, 1, 30, 1000, 1e300]),
    unit: random.pick(['days', 'hours'] as const),
  }
  if (kind === 'event') return { field: random.pick(names), operator }
  if (kind === 'eventAge') return { field: random.pick(names), operator, ...span }
  const field = random.pick(fields)
  if (kind === 'presence') return { field, operator }
  if (kind === 'age') return { field, operator, ...span }
  const value = random.pick(values)
  return { field, operator, value: kind === 'text' ? String(value) : value }
}

function conditionOf(random: Randomness, depth = 0): FilterCondition {
  const groups = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => ({
    filters: Array.from({ length: 1 + Math.floor(random.next() * 2) }, () => filterOf(random)),
    ...(depth < 2 && random.next() < 0.3 && { conditions: conditionOf(random, depth + 1) }),
  }))
  return { logic: random.pick(['AND', 'OR'] as const), groups }
}

function contactOf(random: Randomness, number: number): Contact {
  const { email, subscribed, created, data } = random.contact()
  return {
    id: `id ${String(number).padStart(4, '0')}`,
    email: email === '' ? 'x' : email,
    subscribed,
    ...(created !== null && { createdAt: iso(created) }),
    data,
  }
}

function eventsOf(random: Randomness, count: number, of: number): Happened[] {
  return Array.from({ length: count }, () => ({
    name: random.pick(names),
    contactId: `id ${String(Math.floor(random.next() * of)).padStart(4, '0')}`,
    at: now - Math.floor((random.next() - 0.1) * 60 * day),
  }))
}

describe.each(filterReadings)('a condition asked of the index, as %s', (reading) => {
  it.each([1, 2, 3, 4])('holds for whom the row by row test says, in the random population %i', (seed) => {
    const random = new Randomness(seeded(seed))
    const { store } = openStore({ now: () => now })
    store.audience.useReading(reading)
    const records = Array.from({ length: 150 }, (_, number) => contactOf(random, number))
    load(store, records)
    const events = eventsOf(random, 200, 160)
    loadEvents(
      store,
      events.map(({ name, contactId, at }, number) => ({
        id: `e${number}`,
        name,
        contactId,
        createdAt: iso(at),
      })),
    )
    const segments: TestedSegment[] = [
      { id: 's1', members: records.filter((_, at) => at % 3 === 0).map(({ id }) => id) },
      { id: 's2', condition: conditionOf(random) },
      { id: 's3', condition: { logic: 'AND', groups: [{ filters: [filterOf(random)] }] } },
    ]
    for (let round = 0; round < 250; round++) {
      const condition =
        round % 2 === 0
          ? conditionOf(random)
          : { logic: 'AND' as const, groups: [{ filters: [filterOf(random)] }] }
      const expected = oneByOne(records, events, segments, condition, reading).sort()
      expect(byIndex(store, segments, condition), JSON.stringify(condition)).toEqual(expected)
      const one = records[round % records.length]?.id ?? ''
      const asked = store.audience.ofContact({ contactId: one, conditions: [{ condition, segments }] })
      expect(asked, `${one}: ${JSON.stringify(condition)}`).toEqual([expected.includes(one)])
      if (round % 10 !== 9) continue
      // Contacts and events come, change and go between two questions.
      const at = Math.floor(random.next() * records.length)
      const changed = { ...contactOf(random, at), id: records[at]?.id ?? '' }
      records[at] = changed
      store.contacts.upsert(changed)
      const [happened] = eventsOf(random, 1, 160)
      if (!happened) continue
      events.push(happened)
      const { name, contactId } = happened
      store.events.upsert({ id: `late ${round}`, name, contactId, createdAt: iso(happened.at) })
      const gone = records.splice(Math.floor(random.next() * records.length), 1)
      for (const { id } of gone) store.contacts.remove(id)
    }
  })
})
