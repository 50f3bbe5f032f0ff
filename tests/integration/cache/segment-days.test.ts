import { beforeEach, expect, it } from 'vitest'
import type { CacheStore } from '../../../src-main/cache/store'
import type { Contact } from '../../../src-shared/interface/contact'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { openLedgerStore } from './ledger-support'
import { load } from './support'

const person = (name: string, plan: string): Contact => ({
  id: `id of ${name}`,
  email: `${name}@example.com`,
  subscribed: true,
  data: { plan },
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
})
const onPlan = (value: string): FilterCondition => ({
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value }] }],
})
const kept = { segment: 's', oldest: '2026-09-01', newestWho: '2026-11-14', segments: [], anew: false }

let store: CacheStore
beforeEach(() => {
  store = openLedgerStore().store
  load(store, [person('anna', 'pro'), person('bert', 'pro'), person('cem', 'free')])
})

it('says nothing of the last days before two are counted', () => {
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  expect(store.audience.days()).toEqual([{ segment: 's', day: '2026-11-20', people: 2 }])
  expect(store.audience.dayChange({ segment: 's', since: '2026-11-15' })).toBeNull()
})

it('tells who came into a segment and who left it between two days', () => {
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  store.contacts.upsert(person('anna', 'free'))
  store.contacts.upsert(person('cem', 'pro'))
  store.audience.keepDay({ ...kept, day: '2026-11-21', condition: onPlan('pro') })
  const change = store.audience.dayChange({ segment: 's', since: '2026-11-15' })
  const who = (selectionId = '') =>
    store.contacts.frozenRows({ selectionId, slice: { offset: 0, limit: 5 } }).map(({ email }) => email)
  expect(change?.since).toBe('2026-11-20')
  expect(who(change?.cameIn.selectionId)).toEqual(['cem@example.com'])
  expect(who(change?.left.selectionId)).toEqual(['anna@example.com'])
  expect(store.audience.dayChanges({ segments: ['s'], since: '2026-11-15' })).toEqual([
    { segment: 's', since: '2026-11-20', cameIn: 1, left: 1 },
  ])
})

it('counts a day once, unless it is to be counted anew', () => {
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  store.contacts.upsert(person('cem', 'pro'))
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  expect(store.audience.days()).toMatchObject([{ people: 2 }])
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro'), anew: true })
  expect(store.audience.days()).toMatchObject([{ people: 3 }])
})

it('begins anew with another condition, and keeps no day that is too old', () => {
  store.audience.keepDay({ ...kept, day: '2026-08-20', condition: onPlan('pro') })
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  expect(store.audience.days()).toHaveLength(1)
  store.audience.keepDay({ ...kept, day: '2026-11-21', condition: onPlan('free') })
  expect(store.audience.days()).toEqual([{ segment: 's', day: '2026-11-21', people: 1 }])
})

it('is forgotten with the segment, and with the copy', () => {
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  store.audience.forgetDays('s')
  expect(store.audience.days()).toEqual([])
  store.audience.keepDay({ ...kept, day: '2026-11-20', condition: onPlan('pro') })
  store.maintenance.clear()
  expect(store.audience.days()).toEqual([])
})

it('leaves out whom another condition holds for', () => {
  const everybody: FilterCondition = {
    logic: 'AND',
    groups: [{ filters: [{ field: 'email', operator: 'exists' }] }],
  }
  const frozen = store.audience.freeze({ condition: everybody, segments: [], without: onPlan('pro') })
  expect(frozen.count).toBe(1)
})
