import { expect, it } from 'vitest'
import { namesSegment } from '../../../src-main/features/catalogue/used-by'

const filter = (value: unknown, operator = 'memberOfSegment') => ({ field: 'segment', operator, value })

it('finds a segment named anywhere in a condition, also one that cannot be read', () => {
  const nested = {
    logic: 'AND',
    groups: [{ filters: [], conditions: { groups: [{ filters: [filter('seg_1')] }] } }],
  }
  expect(namesSegment(nested, 'seg_1')).toBe(true)
  expect(namesSegment({ newer: [[filter('seg_1', 'notMemberOfSegment')]] }, 'seg_1')).toBe(true)
})

it('takes the same text elsewhere for nothing', () => {
  expect(namesSegment({ logic: 'AND', groups: [{ filters: [filter('seg_1', 'equals')] }] }, 'seg_1')).toBe(
    false,
  )
  expect(namesSegment(filter('seg_2'), 'seg_1')).toBe(false)
  expect(namesSegment('seg_1', 'seg_1')).toBe(false)
})
