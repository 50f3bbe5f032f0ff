// The list of contacts at one size: rows and counts of a search, pages, jumps, filters, facets, and the memory of the process.
import type { ContactFilter, ContactQuery, ContactSort } from '../../../src-shared/bridge/contacts'
import { quantile, time } from '../cache/harness'
import { loaded } from '../cache/open'
import { point, rows } from './point'
import { p95, terms } from './questions'

const { store, db } = loaded(rows)
const first = { offset: 0, limit: 100 }
const query = (search: string, field: ContactSort['field'], filters: ContactFilter[] = []): ContactQuery => ({
  search,
  filters,
  sort: { field, direction: field === 'email' ? 'asc' : 'desc' },
})

point('memory', 'copy open', process.memoryUsage.rss() / 1e6)
store.contacts.page({ query: query('x', 'createdAt'), slice: first })

for (const [line, field] of [
  ['newest first', 'createdAt'],
  ['by address', 'email'],
] as const) {
  const counting: number[] = []
  const asked = ['', 'e', 'n', 's'].flatMap((more) =>
    terms.map((term) => `${field === 'email' ? 'l' : ''}${more}${term}`),
  )
  const shown = asked.flatMap((term) => {
    const spent = time(1, () => store.contacts.first({ query: query(term, field), limit: 100 }))
    counting.push(...time(1, () => store.contacts.page({ query: query(term, field), slice: first })))
    return spent
  })
  point('first-rows', `Postroom, ${line}`, quantile(shown, 0.95))
  point('exact-count', `Postroom, ${line}`, quantile(counting, 0.95))
}

const day = 86_400_000
const seats = (index: number): ContactFilter => ({
  field: 'data.seats',
  operator: 'greaterThan',
  value: index * 3,
})
const within = (index: number): ContactFilter => ({
  field: 'data.lastLogin',
  operator: 'greaterThan',
  value: Date.UTC(2026, 5, 1) + index * day,
})
const fields = ['data.plan', 'data.city', 'subscribed'] as const
point(
  'filters',
  'Postroom: a field is greater',
  p95(40, (index) => store.contacts.page({ query: query('', 'createdAt', [seats(index)]), slice: first })),
)
point(
  'filters',
  'Postroom: three facets under a filter',
  p95(20, (index) =>
    store.contacts.facets({ query: query('', 'createdAt', [within(index)]), fields: [...fields], limit: 8 }),
  ),
)
for (const [line, field] of [
  ['contacts, newest first', 'createdAt'],
  ['contacts, by address', 'email'],
  ['contacts, by a field', 'data.plan'],
] as const) {
  store.contacts.page({ query: query('', field), slice: first })
  const anywhere = (index: number) => ({ offset: Math.floor((rows / 100) * index), limit: 100 })
  point(
    'pages',
    line,
    p95(100, (index) => store.contacts.page({ query: query('', field), slice: anywhere(index) })),
  )
}
point('memory', 'after searching, filtering and sorting', process.resourceUsage().maxRSS / 1e3)
db.close()
