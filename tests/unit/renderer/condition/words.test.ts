import { expect, it } from 'vitest'
import { conditionWords } from '../../../../src-renderer/features/segments/condition/condition-words'
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
    '(plan is pro and seats is at least 1,200) or (The person is in “Founders” and ' +
      '(opened did not happen in the last 1 day or Subscribed is no))',
  )
})

it('speaks of days by the last one and the first one that belong to it', () => {
  const of = (filter: FilterCondition['groups'][0]['filters'][0]) =>
    conditionWords({ logic: 'AND', groups: [{ filters: [filter] }] }, names)
  expect(of({ field: 'createdAt', operator: 'lessThan', value: '2026-01-05' })).toBe(
    'Created is up to 4 Jan 2026',
  )
  expect(of({ field: 'data.seats', operator: 'lessThan', value: 5 })).toBe('seats is less than 5')
})

it('names a segment that nobody knows by its id', () => {
  const filter = { field: 'segment', operator: 'notMemberOfSegment', value: 'seg_9' } as const
  expect(conditionWords({ logic: 'AND', groups: [{ filters: [filter] }] }, names)).toBe(
    'The person is not in seg_9',
  )
})
