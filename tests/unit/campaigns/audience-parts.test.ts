import { describe, expect, it } from 'vitest'
import { audienceOf, partsOf } from '../../../src-renderer/features/campaigns/audience/audience-parts'
import { stepsOf, sumOf } from '../../../src-renderer/features/campaigns/audience/audience-sum'
import type { FilterCondition } from '../../../src-shared/interface/filter'

const nothing = { segment: null, condition: null, lately: null, without: [] }
const pro: FilterCondition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}
const either: FilterCondition = { logic: 'OR', groups: [...pro.groups, ...pro.groups] }

describe('an audience that is taken apart', () => {
  it.each([
    nothing,
    { ...nothing, segment: 's' },
    { ...nothing, condition: pro },
    { ...nothing, condition: either },
    { ...nothing, segment: 's', condition: pro },
    { ...nothing, segment: 's', condition: either, without: ['a', 'b'] },
    { segment: 's', condition: pro, lately: 3, without: ['a'] },
    { ...nothing, lately: 7 },
  ])('is put together to what it was: %j', (parts) => {
    expect(partsOf(audienceOf(parts))).toEqual(parts)
  })

  it('stays a segment, or everyone, where nothing else is asked', () => {
    expect(audienceOf(nothing)).toEqual({ kind: 'all' })
    expect(audienceOf({ ...nothing, segment: 's' })).toEqual({ kind: 'segment', id: 's' })
  })

  it('keeps as a condition what only some of it must hold', () => {
    const member = { field: 'segment', operator: 'memberOfSegment' as const, value: 's' }
    const condition: FilterCondition = { logic: 'OR', groups: [{ filters: [member] }, ...pro.groups] }
    expect(partsOf({ kind: 'condition', condition })).toEqual({ ...nothing, condition })
  })
})

describe('the sum of an audience', () => {
  const figure = (members: number, willGet: number) => ({ members, willGet, unsubscribed: members - willGet })

  it('adds up to those who get it, each left out once', () => {
    const steps = stepsOf({ segment: 's', condition: pro, lately: 3, without: ['a'] })
    const figures = [figure(1000, 900), figure(800, 730), figure(700, 640), figure(500, 450)]
    const sum = sumOf(steps, { figures, undeliverable: [], risky: [], unknown: [] })
    expect(sum?.lines).toEqual([
      { key: 'members', count: 1000 },
      { key: 'match', count: 200 },
      { key: 'unsubscribed', count: 70 },
      { key: 'without a', count: 90 },
      { key: 'lately', count: 190 },
    ])
    const [members = { count: 0 }, ...out] = sum?.lines ?? []
    expect(members.count - out.reduce((all, { count }) => all + count, 0)).toBe(sum?.willGet)
  })

  it('tells how many more a mail lately would leave out, or a segment that is not left out', () => {
    const steps = stepsOf({ ...nothing, segment: 's' }, ['a'])
    const sum = sumOf(steps, {
      figures: [figure(1000, 900), figure(800, 730), figure(990, 895)],
      undeliverable: [],
      risky: [],
      unknown: [],
    })
    expect(sum?.willGet).toBe(900)
    expect(sum?.more.get('more lately')).toBe(170)
    expect(sum?.more.get('more a')).toBe(5)
  })

  it('is none of figures that are of other steps', () => {
    expect(
      sumOf(stepsOf(nothing), { figures: [figure(1, 1)], undeliverable: [], risky: [], unknown: [] }),
    ).toBeNull()
  })
})
