import { describe, expect, it } from 'vitest'
import type { ContactFilter, DataField } from '../../../../src-shared/bridge/contacts'
import { isChosen, tells, toggleChoice } from '../../../../src-renderer/lists/grid/facet-choice'
import { facetFields } from '../../../../src-renderer/features/contacts/facet-fields'

const key = (
  name: string,
  distinct: number | null,
  type: DataField['types'][number] = 'text',
): DataField => ({
  key: name,
  types: [type],
  count: 100,
  distinct,
})

describe('which fields get a facet', () => {
  it('leaves out keys with one value, with too many, and with an unknown number', () => {
    const fields = facetFields([key('id', 5000), key('plan', 4), key('locale', 1), key('note', null)])
    expect(fields).toEqual(['verdict', 'subscribed', 'data.plan', 'domain'])
  })

  it('leaves out numbers, dates and nested values', () => {
    expect(facetFields([key('seats', 20, 'number'), key('vessel', 5, 'object')])).toEqual([
      'verdict',
      'subscribed',
      'domain',
    ])
  })
})

describe('the facet of verdicts', () => {
  const facet = (values: (string | null)[]) => ({
    field: 'verdict' as const,
    values: values.map((value) => ({ value, count: 1 })),
    moreValues: 0,
    moreCount: 0,
    without: 0,
  })

  it('says nothing while nobody was ever checked', () => {
    expect(tells(facet([null]), [])).toBe(false)
    expect(tells(facet([null, 'risky']), [])).toBe(true)
  })

  it('stays where it was used, so that the choice can be taken back', () => {
    expect(tells(facet([null]), [{ field: 'verdict', operator: 'anyOf', values: [null] }])).toBe(true)
  })
})

describe('clicking values', () => {
  it('adds them to those chosen of the field', () => {
    const one = toggleChoice([], 'data.plan', 'pro')
    expect(toggleChoice(one, 'data.plan', null)).toEqual([
      { field: 'data.plan', operator: 'anyOf', values: ['pro', null] },
    ])
  })

  it('takes the filter away with the last value', () => {
    const one = toggleChoice([], 'data.plan', 'pro')
    expect(toggleChoice(one, 'data.plan', 'pro')).toEqual([])
  })

  it('joins a filter that names one value', () => {
    const filters: ContactFilter[] = [{ field: 'subscribed', operator: 'equals', value: 'true' }]
    expect(isChosen(filters, 'subscribed', true)).toBe(true)
    expect(toggleChoice(filters, 'subscribed', true)).toEqual([])
  })

  it('leaves filters of other fields and kinds where they are', () => {
    const filters: ContactFilter[] = [
      { field: 'data.plan', operator: 'contains', value: 'p' },
      { field: 'domain', operator: 'anyOf', values: ['gmail.com'] },
    ]
    const next = toggleChoice(filters, 'data.plan', 'pro')
    expect(next.slice(0, 2)).toEqual(filters)
    expect(next).toHaveLength(3)
  })

  it('keeps the place of the chip', () => {
    const filters = toggleChoice(toggleChoice([], 'data.plan', 'pro'), 'domain', 'gmail.com')
    expect(toggleChoice(filters, 'data.plan', 'team').map(({ field }) => field)).toEqual([
      'data.plan',
      'domain',
    ])
  })
})
