import { expect, it } from 'vitest'
import type { Filter } from '../../../src-shared/interface/filter'
import { load, openStore } from './support'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const people: { name: string; createdAt?: string; subscribed?: boolean; data: Record<string, unknown> }[] = [
  { name: 'lower', data: { plan: 'pro', seats: 5, since: '2026-11-20T00:00:00.000Z', a: { b: 'in' } } },
  { name: 'upper', data: { plan: 'PRO', seats: '5', since: '2026-11-20', 'a.b': 'in' } },
  { name: 'list', data: { plan: ['pro'], seats: [5], since: '2026-11-20T23:59:59.999Z' } },
  { name: 'empty', data: { plan: '', seats: 0, since: '2026-11-21T00:00:00.000Z', flag: false } },
  { name: 'null', data: { plan: null, seats: null, flag: null } },
  { name: 'nothing', createdAt: '2026-11-19T23:59:59.999Z', subscribed: false, data: {} },
]
const everyone = people.map(({ name }) => name).join(' ')

function openPeople() {
  const { store } = openStore({ now: () => now })
  load(
    store,
    people.map(({ name, createdAt = '2026-11-20T08:00:00.000Z', subscribed = true, data }) => ({
      id: name,
      email: `${name}@Example.com`,
      subscribed,
      createdAt,
      updatedAt: createdAt,
      data,
    })),
  )
  store.audience.useReading('deployed')
  return store
}

type Row = [field: string, operator: Filter['operator'], value: Filter['value'], holdsFor: string]

it.each<Row>([
  ['data.plan', 'equals', 'pro', 'lower'],
  ['data.plan', 'notEquals', 'pro', 'upper list empty'],
  ['data.plan', 'contains', 'ro', 'lower'],
  ['data.plan', 'contains', '', 'lower upper empty'],
  ['data.plan', 'notContains', 'ro', 'upper list empty'],
  ['data.plan', 'exists', undefined, 'lower upper list empty'],
  ['data.plan', 'notExists', undefined, 'null nothing'],
  ['data.flag', 'equals', false, 'empty'],
  ['data.flag', 'equals', 'false', ''],
  ['data.flag', 'notEquals', true, 'empty'],
  ['data.seats', 'equals', 5, 'lower'],
  ['data.seats', 'equals', '5', 'upper'],
  ['data.seats', 'greaterThan', -1, 'lower empty'],
  ['data.seats', 'greaterThan', '4', 'upper'],
  ['data.seats', 'lessThanOrEqual', 0, 'empty'],
  ['data.since', 'equals', '2026-11-20', 'lower list'],
  ['data.since', 'notEquals', '2026-11-20', 'upper empty'],
  ['data.since', 'greaterThan', '2026-11-20', 'lower list empty'],
  ['data.a.b', 'equals', 'in', 'lower'],
  ['data.a.b', 'notExists', undefined, 'upper list empty null nothing'],
  ['email', 'equals', 'LOWER@example.COM', 'lower'],
  ['email', 'notContains', 'E', ''],
  ['subscribed', 'equals', true, 'lower upper list empty null'],
  ['subscribed', 'equals', 'true', 'nothing'],
  ['createdAt', 'equals', '2026-11-20T17:00:00Z', 'lower upper list empty null'],
  ['createdAt', 'greaterThan', '2026-11-20', 'lower upper list empty null'],
  ['updatedAt', 'lessThan', '2026-11-20', 'nothing'],
])('in the deployed reading, %s %s %j holds for: %s', (field, operator, value, holdsFor) => {
  const store = openPeople()
  const filter: Filter = { field, operator, ...(value !== undefined && { value }) }
  const condition = { logic: 'AND' as const, groups: [{ filters: [filter] }] }
  const { selectionId } = store.contacts.freezeAudience({ condition, segments: [] })
  const rows = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 10 } })
  const found = new Set(rows.map(({ id }) => id))
  expect(
    everyone
      .split(' ')
      .filter((name) => found.has(name))
      .join(' '),
  ).toBe(holdsFor)
})

it('keeps how conditions are read over a restart', () => {
  const first = openStore({ now: () => now })
  first.store.audience.useReading('deployed')
  load(first.store, [
    {
      id: 'a',
      email: 'a@example.com',
      subscribed: true,
      createdAt: '2026-11-20T08:00:00.000Z',
      data: { plan: 'PRO' },
    },
  ])
  const condition = {
    logic: 'AND' as const,
    groups: [{ filters: [{ field: 'data.plan', operator: 'equals' as const, value: 'pro' }] }],
  }
  const counted = (store: typeof first.store) =>
    store.audience.count({ asker: 'test', condition, segments: [] }).count
  expect(counted(first.store)).toBe(0)
  first.close()
  expect(counted(openStore({ folder: first.folder, now: () => now }).store)).toBe(0)
})
