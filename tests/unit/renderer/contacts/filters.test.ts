import { describe, expect, it } from 'vitest'
import type { ContactFilter, DataField } from '../../../../src-shared/bridge/contacts'
import { dayStart, dayText } from '../../../../src-renderer/lists/grid/day-text'
import { fieldName, fieldTypes, parseField } from '../../../../src-renderer/lists/grid/field-words'
import { buildFilter, emptyForm, formOf } from '../../../../src-renderer/lists/grid/filter-form'
import { filterWords } from '../../../../src-renderer/lists/grid/filter-words'
import { operatorsFor } from '../../../../src-renderer/lists/grid/operators'

const known: DataField[] = [
  { key: 'plan', types: ['text'], count: 10, distinct: 3 },
  { key: 'seats', types: ['number', 'text'], count: 10, distinct: 40 },
  { key: 'trialEnds', types: ['date'], count: 10, distinct: 10 },
]
const labels = (field: Parameters<typeof operatorsFor>[0]) =>
  operatorsFor(field, fieldTypes(field, known)).map(({ label }) => label)
const choice = (field: Parameters<typeof operatorsFor>[0], label: string) => {
  const found = operatorsFor(field, fieldTypes(field, known)).find((offered) => offered.label === label)
  if (!found) throw new Error(`${field} has no operator "${label}"`)
  return found
}

describe('fields', () => {
  it('of ours are named in words, theirs by key in mono', () => {
    expect(fieldName('createdAt')).toEqual({ label: 'Created', mono: false })
    expect(fieldName('data.plan')).toEqual({ label: 'plan', mono: true })
  })

  it('keep their key whole, dots included', () => {
    expect(fieldName(parseField('data.a.b') ?? 'email').label).toBe('a.b')
  })

  it('that were stored by something else are not taken', () => {
    expect(parseField('score')).toBeNull()
    expect(parseField('data.')).toBeNull()
  })
})

describe('operators', () => {
  it('suit the type of the field', () => {
    expect(labels('data.plan')).toContain('starts with')
    expect(labels('data.trialEnds')).toContain('is within the last')
    expect(labels('subscribed')).toEqual(['is'])
  })

  it('of every type a key has are offered, the most frequent type first, none twice', () => {
    const offered = labels('data.seats')
    expect(offered[0]).toBe('is')
    expect(offered).toContain('is at least')
    expect(offered).toContain('contains')
    expect(new Set(operatorsFor('data.seats', ['number', 'text']).map(({ operator }) => operator)).size).toBe(
      offered.length,
    )
  })

  it('ask for a value only where there can be none', () => {
    expect(labels('data.plan')).toContain('has no value')
    expect(labels('email')).not.toContain('has no value')
  })
})

describe('a filter from what was entered', () => {
  it('waits until something is entered', () => {
    expect(buildFilter('data.plan', choice('data.plan', 'is'), emptyForm)).toBeNull()
    expect(
      buildFilter('data.seats', choice('data.seats', 'is at least'), { ...emptyForm, text: 'ten' }),
    ).toBeNull()
    expect(buildFilter('createdAt', choice('createdAt', 'is between'), emptyForm)).toBeNull()
  })

  it('takes numbers as numbers', () => {
    expect(
      buildFilter('data.seats', choice('data.seats', 'is at least'), { ...emptyForm, text: '12' }),
    ).toEqual({
      field: 'data.seats',
      operator: 'greaterThanOrEqual',
      value: 12,
    })
  })

  it('covers the whole last day of a range', () => {
    const filter = buildFilter('createdAt', choice('createdAt', 'is between'), {
      ...emptyForm,
      from: '2026-11-01',
      to: '2026-11-20',
    })
    expect(filter).toMatchObject({
      from: new Date(2026, 10, 1).getTime(),
      to: new Date(2026, 10, 21).getTime(),
    })
  })

  it('takes the days of data as the same days everywhere', () => {
    const filter = buildFilter('data.trialEnds', choice('data.trialEnds', 'is on or after'), {
      ...emptyForm,
      from: '2026-11-20',
    })
    expect(filter).toMatchObject({ value: Date.UTC(2026, 10, 20) })
  })

  it('leaves an end of a range open', () => {
    expect(
      buildFilter('createdAt', choice('createdAt', 'is between'), { ...emptyForm, from: '2026-11-01' }),
    ).toMatchObject({ to: null })
  })
})

describe('editing a filter', () => {
  const cases: [Parameters<typeof operatorsFor>[0], string, Partial<typeof emptyForm>][] = [
    ['data.plan', 'contains', { text: 'pro' }],
    ['data.plan', 'is any of', { values: ['pro', null] }],
    ['data.plan', 'has no value', {}],
    ['data.seats', 'is less than', { text: '7' }],
    ['subscribed', 'is', { yes: false }],
    ['createdAt', 'is between', { from: '2026-11-01', to: '2026-11-20' }],
    ['createdAt', 'is before', { from: '2026-03-29' }],
    ['data.trialEnds', 'is between', { from: '2026-11-01', to: '2026-11-20' }],
    ['updatedAt', 'is within the last', { text: '12', unit: 'hours' }],
    ['verdict', 'is not', { text: 'risky' }],
    ['verdict', 'is any of', { values: ['undeliverable', null] }],
    ['checkedAt', 'is longer ago than', { text: '90' }],
    ['checkedAt', 'has no value', {}],
  ]
  it.each(cases)('shows what was entered for %s %s', (field, label, entered) => {
    const form = { ...emptyForm, ...entered }
    const filter = buildFilter(field, choice(field, label), form)
    expect(filter && formOf(filter, choice(field, label))).toEqual(form)
  })
})

describe('a chip', () => {
  const words = (filter: ContactFilter) => {
    const { field, operator, value } = filterWords(filter, fieldTypes(filter.field, known))
    return `${field} ${operator} ${value}`.trim()
  }
  it('says what is filtered', () => {
    expect(words({ field: 'subscribed', operator: 'anyOf', values: [true] })).toBe('Subscribed is yes')
    expect(words({ field: 'data.plan', operator: 'anyOf', values: ['pro'] })).toBe('plan is pro')
    expect(words({ field: 'data.plan', operator: 'anyOf', values: ['pro', 'team', null] })).toBe(
      'plan is any of pro, team and 1 more',
    )
    expect(words({ field: 'data.plan', operator: 'notExists' })).toBe('plan has no value')
    expect(words({ field: 'data.seats', operator: 'greaterThan', value: 1200 })).toBe(
      'seats is more than 1,200',
    )
    expect(words({ field: 'updatedAt', operator: 'within', value: 1, unit: 'days' })).toBe(
      'Updated is within the last 1 day',
    )
  })

  it('says classes of verdicts as lists do', () => {
    expect(words({ field: 'verdict', operator: 'anyOf', values: ['accepts', null] })).toBe(
      'Verdict is any of accepts mail, not checked',
    )
    expect(words({ field: 'verdict', operator: 'notEquals', value: 'risky' })).toBe('Verdict is not risky')
    expect(words({ field: 'verdict', operator: 'notExists' })).toBe('Verdict is not known')
    expect(words({ field: 'checkedAt', operator: 'olderThan', value: 90, unit: 'days' })).toBe(
      'Checked is longer ago than 90 days',
    )
  })

  it('says the last day that is in a range', () => {
    expect(
      words({
        field: 'createdAt',
        operator: 'between',
        from: new Date(2026, 10, 1).getTime(),
        to: new Date(2026, 10, 21).getTime(),
      }),
    ).toBe('Created is between 1 Nov 2026 and 20 Nov 2026')
  })

  it('says the day of data whatever the zone', () => {
    expect(words({ field: 'data.trialEnds', operator: 'lessThan', value: Date.UTC(2026, 10, 20) })).toBe(
      'trialEnds is before 20 Nov 2026',
    )
  })
})

it('reads back the days it writes', () => {
  for (const zone of ['local', 'utc'] as const) {
    expect(dayText(dayStart('2026-03-29', zone) ?? 0, zone)).toBe('2026-03-29')
  }
  expect(dayStart('2026-1-', 'local')).toBeNull()
})
