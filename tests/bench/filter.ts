// Each filter and each operator over `data`, and facet counts; each asked anew, with another value.
import type { ContactFilter, ContactQuery } from '../../src-shared/bridge/contacts'
import { figure, size, spread, time } from './cache/harness'
import { loaded } from './cache/open'

const { store, db } = loaded(size)
const newest = { field: 'createdAt', direction: 'desc' } as const
const ask = (filters: ContactFilter[]): ContactQuery => ({ search: '', filters, sort: newest })
const page = (filters: ContactFilter[]) =>
  store.contacts.page({ query: ask(filters), slice: { offset: 0, limit: 100 } })
page([{ field: 'subscribed', operator: 'equals', value: true }])

const day = 86_400_000
const base = Date.UTC(2026, 6, 1)
const filters: Record<string, (index: number) => ContactFilter> = {
  'subscribed equals': (index) => ({ field: 'subscribed', operator: 'equals', value: index % 2 === 0 }),
  'domain equals': (index) => ({ field: 'domain', operator: 'equals', value: `firm${index}.example` }),
  'email contains': (index) => ({ field: 'email', operator: 'contains', value: `chen${index}` }),
  'email startsWith': (index) => ({
    field: 'email',
    operator: 'startsWith',
    value: `rosa.${'abcdefghijklmnopqrstuvwxyz'[index % 26]}`,
  }),
  'created between': (index) => ({
    field: 'createdAt',
    operator: 'between',
    from: base - index * day,
    to: base,
  }),
  'created within': (index) => ({ field: 'createdAt', operator: 'within', value: 100 + index, unit: 'days' }),
  'updated olderThan': (index) => ({
    field: 'updatedAt',
    operator: 'olderThan',
    value: 100 + index,
    unit: 'days',
  }),
  'data text equals': (index) => ({
    field: 'data.city',
    operator: 'equals',
    value: ['Oslo', 'Lyon', 'Cork'][index % 3] ?? '',
  }),
  'data text notEquals': (index) => ({
    field: 'data.plan',
    operator: 'notEquals',
    value: ['pro', 'free', 'team'][index % 3] ?? '',
  }),
  'data text contains': (index) => ({
    field: 'data.lastName',
    operator: 'contains',
    value: ['en', 'va', 'ar', 'to'][index % 4] ?? '',
  }),
  'data text notContains': (index) => ({
    field: 'data.lastName',
    operator: 'notContains',
    value: ['an', 'ta', 'si'][index % 3] ?? '',
  }),
  'data text startsWith': (index) => ({
    field: 'data.firstName',
    operator: 'startsWith',
    value: ['A', 'B', 'Ch'][index % 3] ?? '',
  }),
  'data number greaterThan': (index) => ({ field: 'data.seats', operator: 'greaterThan', value: index * 3 }),
  'data number lessThanOrEqual': (index) => ({
    field: 'data.seats',
    operator: 'lessThanOrEqual',
    value: index * 5,
  }),
  'data number between': (index) => ({
    field: 'data.seats',
    operator: 'between',
    from: index,
    to: index + 50,
  }),
  'data exists': (index) => ({
    field: index % 2 === 0 ? 'data.lastLogin' : 'data.nothing',
    operator: 'exists',
  }),
  'data notExists': (index) => ({
    field: index % 2 === 0 ? 'data.lastLogin' : 'data.trial',
    operator: 'notExists',
  }),
  'data anyOf': (index) => ({
    field: 'data.city',
    operator: 'anyOf',
    values: [['Oslo', 'Lyon', 'Cork'][index % 3] ?? '', 'Jena'],
  }),
  'data date greaterThan': (index) => ({
    field: 'data.lastLogin',
    operator: 'greaterThan',
    value: base + index * day,
  }),
  'data date within': (index) => ({
    field: 'data.lastLogin',
    operator: 'within',
    value: 90 + index,
    unit: 'days',
  }),
  'data boolean equals': (index) => ({ field: 'data.trial', operator: 'equals', value: index % 2 === 0 }),
}
const all: number[] = []
for (const [name, make] of Object.entries(filters)) {
  const samples = time(20, (index) => page([make(index)]))
  all.push(...samples)
  spread('filter', name, samples)
}
spread('filter', 'all operators', all)

const plans = db.prepare<[], unknown>('SELECT subscribed, count(*) FROM contact GROUP BY 1')
spread(
  'filter',
  'floor: SQLite groups by one column',
  time(3, () => plans.all()),
)
const fields = ['data.plan', 'subscribed', 'domain', 'data.city'] as const
for (const field of fields) {
  const samples = time(15, (index) =>
    store.contacts.facets({
      query: ask([{ field: 'data.seats', operator: 'greaterThan', value: index }]),
      fields: [field],
      limit: 8,
    }),
  )
  spread('filter', `facet ${field} under a filter`, samples)
}
const unfiltered = time(10, () => store.contacts.facets({ query: ask([]), fields: [...fields], limit: 8 }))
spread('filter', 'four facets of everyone', unfiltered)
figure('filter', 'contacts', size, 'rows')
db.close()
