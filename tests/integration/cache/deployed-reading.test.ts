import { expect, it } from 'vitest'
import type { Filter } from '../../../src-shared/interface/filter'
import { readingCases, readingNow, readingPeople } from '../../fixtures/deployed-reading'
import { load, openStore } from './support'

const everyone = readingPeople.map(({ name }) => name).join(' ')

function openPeople() {
  const { store } = openStore({ now: () => readingNow })
  load(
    store,
    readingPeople.map(({ name, createdAt = '2026-11-20T08:00:00.000Z', subscribed = true, data }) => ({
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

it.each(readingCases)(
  'in the deployed reading, %s %s %j holds for: %s',
  (field, operator, value, holdsFor) => {
    const store = openPeople()
    const filter: Filter = { field, operator, ...(value !== undefined && { value }) }
    const condition = { logic: 'AND' as const, groups: [{ filters: [filter] }] }
    const { selectionId } = store.audience.freeze({ condition, segments: [] })
    const rows = store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 10 } })
    const found = new Set(rows.map(({ id }) => id))
    expect(
      everyone
        .split(' ')
        .filter((name) => found.has(name))
        .join(' '),
    ).toBe(holdsFor)
  },
)

it('keeps how conditions are read over a restart', () => {
  const first = openStore({ now: () => readingNow })
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
  expect(counted(openStore({ folder: first.folder, now: () => readingNow }).store)).toBe(0)
})
