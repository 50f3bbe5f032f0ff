import { describe, expect, it } from 'vitest'
import type { ContactFilter, DataField } from '../../../../src-shared/bridge/contacts'
import { dayStart, dayText } from '../../../../src-renderer/lists/grid/day-text'
import { fieldName, fieldTypes, parseField } from '../../../../src-renderer/lists/grid/field-words'
import { emptyForm } from '../../../../src-renderer/lists/filter/value-form'
import { buildFilter, formOf } from '../../../../src-renderer/lists/grid/filter-form'
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
    expect(labels('data.trialEnds')).toContain('is in the last')
    expect(labels('subscribed')).toEqual(['is any of', 'is none of'])
  })

  it('of every type a key has are offered, the most frequent type first, none twice', () => {
    const offered = labels('data.seats')
    expect(offered[0]).toBe('is between')
    expect(offered).toContain('is more than')
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
    expect(buildFilter('data.plan', choice('data.plan', 'is any of'), emptyForm)).toBeNull()
    expect(
      buildFilter('data.seats', choice('data.seats', 'is more than'), { ...emptyForm, text: 'ten' }),
    ).toBeNull()
    expect(buildFilter('createdAt', choice('createdAt', 'is between'), emptyForm)).toBeNull()
  })

  it('takes numbers as numbers', () => {
    expect(
      buildFilter('data.seats', choice('data.seats', 'is more than'), { ...emptyForm, text: '12' }),
    ).toEqual({
      field: 'data.seats',
      operator: 'greaterThan',
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
    const filter = buildFilter('data.trialEnds', choice('data.trialEnds', 'is between'), {
      ...emptyForm,
      from: '2026-11-20',
    })
    expect(filter).toMatchObject({ from: Date.UTC(2026, 10, 20) })
  })

  it('leaves an end of a range open', () => {
    expect(
      buildFilter('createdAt', choice('createdAt', 'is between'), { ...emptyForm, from: '2026-11-01' }),
    ).toMatchObject({ to: null })
  })

  it('has both ends of a range of numbers in it, and those without a value where they are wanted', () => {
    const between = choice('data.seats', 'is between')
    expect(
      buildFilter('data.seats', between, { ...emptyForm, from: '20', to: '70', orMissing: true }),
    ).toEqual({ field: 'data.seats', operator: 'between', from: 20, to: 70, closed: true, orMissing: true })
  })

  it('asks nothing while the first end of a range is larger', () => {
    const form = { ...emptyForm, from: '70', to: '20' }
    expect(buildFilter('data.seats', choice('data.seats', 'is between'), form)).toBeNull()
  })
})

describe('editing a filter', () => {
  const cases: [Parameters<typeof operatorsFor>[0], string, Partial<typeof emptyForm>][] = [
    ['data.plan', 'contains', { text: 'pro' }],
    ['data.plan', 'is any of', { values: ['pro', null] }],
    ['data.plan', 'has no value', {}],
    ['data.seats', 'is less than', { text: '7' }],
    ['data.seats', 'is between', { from: '20', to: '70' }],
    ['subscribed', 'is any of', { values: [false] }],
    ['createdAt', 'is between', { from: '2026-11-01', to: '2026-11-20' }],
    ['createdAt', 'is between', { to: '2026-03-29' }],
    ['data.trialEnds', 'is between', { from: '2026-11-01', to: '2026-11-20' }],
    ['updatedAt', 'is in the last', { text: '12', unit: 'hours' }],
    ['verdict', 'is none of', { values: ['risky'] }],
    ['verdict', 'is any of', { values: ['undeliverable', null] }],
    ['checkedAt', 'is longer ago than', { text: '90' }],
    ['checkedAt', 'has no value', {}],
  ]
  const offered = (field: Parameters<typeof operatorsFor>[0]) => operatorsFor(field, fieldTypes(field, known))

  it.each(cases)('shows what was entered for %s %s', (field, label, entered) => {
    const form = { ...emptyForm, ...entered }
    const filter = buildFilter(field, choice(field, label), form)
    expect(filter && formOf(filter, offered(field))).toEqual({ choice: choice(field, label), form })
  })

  it('reads filters that views of before keep as what they mean', () => {
    const before: [ContactFilter, string, Partial<typeof emptyForm>][] = [
      [{ field: 'data.plan', operator: 'equals', value: 'pro' }, 'is any of', { values: ['pro'] }],
      [{ field: 'verdict', operator: 'notEquals', value: 'risky' }, 'is none of', { values: ['risky'] }],
      [{ field: 'data.seats', operator: 'greaterThanOrEqual', value: 5 }, 'is between', { from: '5' }],
      [{ field: 'data.seats', operator: 'lessThanOrEqual', value: 5 }, 'is between', { to: '5' }],
      [
        { field: 'createdAt', operator: 'lessThan', value: new Date(2026, 2, 30).getTime() },
        'is between',
        { to: '2026-03-29' },
      ],
    ]
    for (const [filter, label, entered] of before) {
      expect(formOf(filter, offered(filter.field))).toEqual({
        choice: choice(filter.field, label),
        form: { ...emptyForm, ...entered },
      })
    }
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
    expect(words({ field: 'data.plan', operator: 'noneOf', values: ['pro', 'team'] })).toBe(
      'plan is none of pro, team',
    )
    const seats = { field: 'data.seats', operator: 'between', closed: true } as const
    expect(words({ ...seats, from: 20, to: 70 })).toBe('seats is between 20 and 70')
    expect(words({ ...seats, from: 20, to: null })).toBe('seats is at least 20')
    expect(words({ ...seats, from: null, to: 70, orMissing: true })).toBe('seats is at most 70 or no value')
    expect(words({ field: 'data.plan', operator: 'notExists' })).toBe('plan has no value')
    expect(words({ field: 'data.seats', operator: 'greaterThan', value: 1200 })).toBe(
      'seats is more than 1,200',
    )
    expect(words({ field: 'updatedAt', operator: 'within', value: 1, unit: 'days' })).toBe(
      'Updated is in the last 1 day',
    )
  })

  it('says of an event when it happened, and the name alone of a key within a key', () => {
    const login = { field: 'event.login', unit: 'days', value: 30 } as const
    expect(words({ ...login, operator: 'within' })).toBe('login happened in the last 30 days')
    expect(words({ ...login, operator: 'notWithin' })).toBe('login did not happen in the last 30 days')
    expect(words({ field: 'event.login', operator: 'notExists' })).toBe('login never happened')
    expect(words({ field: 'data.plan.name', operator: 'anyOf', values: ['pro'] })).toBe('plan.name is pro')
  })

  it('says classes of verdicts as lists do', () => {
    expect(words({ field: 'verdict', operator: 'anyOf', values: ['accepts', null] })).toBe(
      'Verdict is any of accepts mail, not checked',
    )
    expect(words({ field: 'verdict', operator: 'anyOf', values: ['void'] })).toBe('Verdict is expired')
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
