import { expect, it } from 'vitest'
import {
  conditionWords,
  filterWords,
} from '../../../../src-renderer/features/segments/condition/condition-words'
import type { FilterCondition } from '../../../../src-shared/interface/filter'

const names = (id: string) => (id === 'seg_1' ? 'Founders' : null)

it('says a condition in one sentence, and sets apart what belongs together', () => {
  const condition: FilterCondition = {
    logic: 'OR',
    groups: [
      {
        filters: [
          { field: 'data.plan', operator: 'equals', value: 'pro' },
          { field: 'data.seats', operator: 'greaterThanOrEqual', value: 1200 },
        ],
      },
      {
        filters: [{ field: 'segment', operator: 'memberOfSegment', value: 'seg_1' }],
        conditions: {
          logic: 'OR',
          groups: [
            { filters: [{ field: 'opened', operator: 'notTriggeredWithin', value: 1, unit: 'days' }] },
            { filters: [{ field: 'subscribed', operator: 'equals', value: false }] },
          ],
        },
      },
    ],
  }
  expect(conditionWords(condition, names)).toBe(
    '(plan is pro and seats is at least 1,200) or (The contact is a member of “Founders” and ' +
      '(opened did not happen in the last 1 day or Subscribed is no))',
  )
})

it('speaks of dates as of what comes before and after', () => {
  expect(filterWords({ field: 'createdAt', operator: 'lessThan', value: '2026-01-05' }, names)).toEqual({
    field: 'Created',
    mono: false,
    operator: 'is before',
    value: '2026-01-05',
  })
  expect(filterWords({ field: 'data.seats', operator: 'lessThan', value: 5 }, names).operator).toBe(
    'is less than',
  )
})

it('names a segment that nobody knows by its id', () => {
  expect(filterWords({ field: 'segment', operator: 'notMemberOfSegment', value: 'seg_9' }, names).value).toBe(
    'seg_9',
  )
})
