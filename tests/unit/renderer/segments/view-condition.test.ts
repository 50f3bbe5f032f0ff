import { expect, it } from 'vitest'
import type {
  ContactFilter,
  ContactQuery,
  DataField,
  SavedView,
} from '../../../../src-shared/bridge/contacts'
import { viewCondition } from '../../../../src-renderer/features/segments/view-condition'

const known: DataField[] = [
  { key: 'berth', types: ['date'], count: 10, distinct: 5 },
  { key: 'seats', types: ['number'], count: 10, distinct: 5 },
]
const view = (filters: ContactFilter[], over: Partial<ContactQuery> = {}): SavedView => ({
  id: 'v1',
  name: 'Big boats',
  query: { search: '', filters, sort: { field: 'email', direction: 'asc' }, ...over },
  columns: ['email'],
})
const groups = (...filters: ContactFilter[]) => {
  const made = viewCondition(view(filters), known)
  return 'condition' in made ? made.condition.groups : made.why
}

it('filters of a view must all hold', () => {
  const filters: ContactFilter[] = [
    { field: 'subscribed', operator: 'equals', value: true },
    { field: 'data.plan', operator: 'contains', value: 'pro' },
    { field: 'data.name', operator: 'exists' },
    { field: 'createdAt', operator: 'within', value: 30, unit: 'days' },
  ]
  expect(groups(...filters)).toEqual([{ filters }])
})

it('events are asked for by when they happened last, and keys within keys by their names', () => {
  expect(
    groups(
      { field: 'event.login', operator: 'within', value: 30, unit: 'days' },
      { field: 'event.login', operator: 'olderThan', value: 2, unit: 'hours' },
      { field: 'event.report.shared', operator: 'notWithin', value: 7, unit: 'days' },
      { field: 'event.login', operator: 'exists' },
      { field: 'event.logout', operator: 'notExists' },
      { field: 'data.plan.name', operator: 'equals', value: 'pro' },
    ),
  ).toEqual([
    {
      filters: [
        { field: 'login', operator: 'triggeredWithin', value: 30, unit: 'days' },
        { field: 'login', operator: 'triggeredOlderThan', value: 2, unit: 'hours' },
        { field: 'report.shared', operator: 'notTriggeredWithin', value: 7, unit: 'days' },
        { field: 'login', operator: 'triggered' },
        { field: 'logout', operator: 'notTriggered' },
        { field: 'data.plan.name', operator: 'equals', value: 'pro' },
      ],
    },
  ])
})

it('values that are ticked are alternatives, and none of them is each of them not', () => {
  expect(
    groups(
      { field: 'data.plan', operator: 'anyOf', values: ['pro', null] },
      { field: 'data.port', operator: 'noneOf', values: ['Oslo', null] },
      { field: 'subscribed', operator: 'anyOf', values: [true] },
    ),
  ).toEqual([
    {
      filters: [
        { field: 'data.port', operator: 'notEquals', value: 'Oslo' },
        { field: 'data.port', operator: 'exists' },
        { field: 'subscribed', operator: 'equals', value: true },
      ],
    },
    {
      filters: [],
      conditions: {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
          { filters: [{ field: 'data.plan', operator: 'notExists' }] },
        ],
      },
    },
  ])
})

it('a range has an end or two, and times are written as the service writes them', () => {
  expect(groups({ field: 'data.seats', operator: 'between', from: 5, to: 9, closed: true })).toEqual([
    {
      filters: [
        { field: 'data.seats', operator: 'greaterThanOrEqual', value: 5 },
        { field: 'data.seats', operator: 'lessThanOrEqual', value: 9 },
      ],
    },
  ])
  const day = Date.parse('2026-11-01T00:00:00.000Z')
  expect(groups({ field: 'data.berth', operator: 'between', from: null, to: day })).toEqual([
    { filters: [{ field: 'data.berth', operator: 'lessThan', value: '2026-11-01T00:00:00.000Z' }] },
  ])
})

it('who has no value passes beside one end of a range', () => {
  const range: ContactFilter = {
    field: 'data.seats',
    operator: 'between',
    from: 5,
    to: null,
    orMissing: true,
  }
  expect(groups(range)).toEqual([
    {
      filters: [],
      conditions: {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'data.seats', operator: 'greaterThanOrEqual', value: 5 }] },
          { filters: [{ field: 'data.seats', operator: 'notExists' }] },
        ],
      },
    },
  ])
})

it('what the service cannot ask for says so, and is no condition', () => {
  const pro: ContactFilter = { field: 'data.plan', operator: 'equals', value: 'pro' }
  const why = (saved: SavedView) => {
    const made = viewCondition(saved, known)
    return 'why' in made ? made.why : null
  }
  expect(why(view([pro], { search: 'oslo' }))).toBe('Searches all fields')
  expect(why(view([pro], { of: { importId: 1, name: 'a.csv' } }))).toBe('Only people of an import')
  expect(why(view([]))).toBe('Has no filter')
  const beyond: ContactFilter[] = [
    { field: 'verdict', operator: 'anyOf', values: ['accepts'] },
    { field: 'checkedAt', operator: 'within', value: 30, unit: 'days' },
    { field: 'domain', operator: 'equals', value: 'example.com' },
    { field: 'data.plan', operator: 'startsWith', value: 'p' },
  ]
  for (const filter of beyond) expect(why(view([pro, filter]))).toMatch(/^The service cannot ask for /)
  expect(why(view([pro, { field: 'data.port', operator: 'startsWith', value: 'Os' }]))).toBe(
    'The service cannot ask for “port starts with Os”',
  )
})
