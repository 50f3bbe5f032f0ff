import { describe, expect, it } from 'vitest'
import { fromDeployed, toDeployed } from '../../../src-shared/interface/deployed-conditions'
import { filterConditionSchema, type Filter } from '../../../src-shared/interface/filter'

const one = (filter: unknown) => ({ logic: 'AND', groups: [{ filters: [filter] }] })
const read = (filter: unknown) => filterConditionSchema.parse(fromDeployed(one(filter))).groups[0]?.filters[0]
const written = (filter: Filter) => toDeployed({ logic: 'AND', groups: [{ filters: [filter] }] })

describe('a condition of a deployed service', () => {
  it.each<[unknown, Filter]>([
    [
      { field: 'event.signed.up', operator: 'triggered' },
      { field: 'signed.up', operator: 'triggered' },
    ],
    [
      { field: 'email.opened', operator: 'triggeredWithin', value: 7, unit: 'days' },
      { field: 'email.open', operator: 'triggeredWithin', value: 7, unit: 'days' },
    ],
    [
      { field: 'segment.0f3c', operator: 'notMemberOfSegment' },
      { field: 'segment', operator: 'notMemberOfSegment', value: '0f3c' },
    ],
    [
      { field: 'data.plan', operator: 'equals', value: 'pro' },
      { field: 'data.plan', operator: 'equals', value: 'pro' },
    ],
    [
      { field: 'email', operator: 'contains', value: 'x' },
      { field: 'email', operator: 'contains', value: 'x' },
    ],
  ])('%j is read and written back', (theirs, ours) => {
    expect(read(theirs)).toEqual(ours)
    expect(written(ours)).toEqual(one(theirs))
  })

  it.each(['open', 'click', 'bounce', 'complaint', 'send', 'delivery'])(
    'may name what became of a mail as %s too',
    (activity) => {
      expect(read({ field: `email.${activity}`, operator: 'triggered' })?.field).toMatch(/^email\./)
    },
  )

  it('is read without what is null, and where a group has a nested condition alone', () => {
    const nested = one({ field: 'data.plan', operator: 'exists', value: null, unit: null })
    expect(fromDeployed({ logic: 'OR', groups: [{ conditions: nested }] })).toEqual({
      logic: 'OR',
      groups: [{ filters: [], conditions: one({ field: 'data.plan', operator: 'exists' }) }],
    })
  })

  it('has a boolean for subscribed, which a text is not there', () => {
    expect(written({ field: 'subscribed', operator: 'equals', value: 'TRUE' })).toEqual(
      one({ field: 'subscribed', operator: 'equals', value: true }),
    )
  })

  it.each([
    null,
    'all',
    [],
    { groups: 'none' },
    { logic: 'AND', groups: [null, { filters: 'x' }, { filters: [7] }] },
  ])('stays as it came where it is none: %j', (condition) => {
    expect(JSON.stringify(fromDeployed(condition))).toBe(JSON.stringify(condition))
  })
})
