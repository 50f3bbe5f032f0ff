import { describe, expect, it } from 'vitest'
import { parted, without } from '../../../src-main/features/review/left-out'
import type { Audience } from '../../../src-shared/bridge/review'
import {
  filterConditionSchema,
  type Filter,
  type FilterCondition,
} from '../../../src-shared/interface/filter'

const ours = new Set(['seg_ours', 'seg_old'])
const inNorway: Filter = { field: 'data.country', operator: 'equals', value: 'NO' }
const subscribed: Filter = { field: 'subscribed', operator: 'equals', value: true }
const memberOf = (value: string): Filter => ({ field: 'segment', operator: 'memberOfSegment', value })
const notIn = (value: string): Filter => ({ field: 'segment', operator: 'notMemberOfSegment', value })
const of = (condition: FilterCondition): Audience => ({ kind: 'condition', condition })

const audiences: [string, Audience][] = [
  ['everyone', { kind: 'all' }],
  ['a segment', { kind: 'segment', id: 'seg_active' }],
  ['one filter', of({ logic: 'AND', groups: [{ filters: [inNorway] }] })],
  ['filters that all must hold', of({ logic: 'AND', groups: [{ filters: [inNorway, subscribed] }] })],
  [
    'groups that all must hold',
    of({ logic: 'AND', groups: [{ filters: [inNorway] }, { filters: [subscribed] }] }),
  ],
  [
    'groups of which one must hold',
    of({ logic: 'OR', groups: [{ filters: [inNorway] }, { filters: [subscribed] }] }),
  ],
  ['one group of which one must hold', of({ logic: 'OR', groups: [{ filters: [inNorway] }] })],
  [
    'members of a segment, as a condition',
    of({ logic: 'AND', groups: [{ filters: [memberOf('seg_active')] }] }),
  ],
  [
    'a condition nested in another',
    of({
      logic: 'AND',
      groups: [{ filters: [], conditions: { logic: 'OR', groups: [{ filters: [inNorway] }] } }],
    }),
  ],
  ['people who are not in another segment', of({ logic: 'AND', groups: [{ filters: [notIn('seg_vip')] }] })],
]

describe('leaving a segment out of an audience', () => {
  it.each(audiences)('can be taken back: %s', (_name, audience) => {
    const condition = without(audience, 'seg_ours')
    expect(filterConditionSchema.parse(condition)).toEqual(condition)
    expect(parted(of(condition), ours)).toEqual({ audience, leftOut: ['seg_ours'] })
  })

  it.each(audiences)('is not seen where it was not done: %s', (_name, audience) => {
    expect(parted(audience, ours)).toEqual({ audience, leftOut: [] })
  })

  it('asks of everyone, or of the members of the segment, that they are not in it', () => {
    expect(without({ kind: 'all' }, 'seg_ours')).toEqual({
      logic: 'AND',
      groups: [{ filters: [notIn('seg_ours')] }],
    })
    expect(without({ kind: 'segment', id: 'seg_active' }, 'seg_ours')).toEqual({
      logic: 'AND',
      groups: [{ filters: [memberOf('seg_active'), notIn('seg_ours')] }],
    })
  })

  it('does not nest a condition deeper where all of it must hold', () => {
    let deep: FilterCondition = { logic: 'AND', groups: [{ filters: [inNorway] }] }
    for (let level = 1; level < 8; level++)
      deep = { logic: 'AND', groups: [{ filters: [], conditions: deep }] }
    const condition = without(of(deep), 'seg_ours')
    expect(filterConditionSchema.safeParse(condition).success).toBe(true)
    expect(parted(of(condition), ours).audience).toEqual(of(deep))
  })
})

describe('an audience that leaves people out', () => {
  it('names every segment of ours that it leaves out, also one that is gone', () => {
    const condition: FilterCondition = {
      logic: 'AND',
      groups: [{ filters: [inNorway] }, { filters: [notIn('seg_old')] }, { filters: [notIn('seg_ours')] }],
    }
    expect(parted(of(condition), ours)).toEqual({
      audience: of({ logic: 'AND', groups: [{ filters: [inNorway] }] }),
      leftOut: ['seg_old', 'seg_ours'],
    })
  })

  it('is one of its own where only some of its people must not be in ours', () => {
    const audience = of({ logic: 'OR', groups: [{ filters: [notIn('seg_ours')] }, { filters: [inNorway] }] })
    expect(parted(audience, ours)).toEqual({ audience, leftOut: [] })
  })
})
