// Search as you type: every term is new to the cache, as it is when somebody types.
import type { ContactQuery } from '../../src-shared/bridge/contacts'
import { figure, size, spread, time } from './cache/harness'
import { loaded } from './cache/open'
import { terms } from './sizes-parts/questions'

const { store, db } = loaded(size)
const query = (search: string, field: 'createdAt' | 'email'): ContactQuery => ({
  search,
  filters: [],
  sort: { field, direction: field === 'email' ? 'asc' : 'desc' },
})
const first = { offset: 0, limit: 100 }

const start = performance.now()
store.contacts.page({ query: query('x', 'createdAt'), slice: first })
figure('search', 'index loaded, first answer', performance.now() - start, 'ms')
store.contacts.page({ query: query('', 'email'), slice: first })

const scan = db.prepare<[string], number>('SELECT count(*) FROM contact WHERE email LIKE ?').pluck()
spread(
  'search',
  'floor: SQLite LIKE over the addresses',
  time(3, (index) => scan.get(`%${terms[index + 4] ?? ''}%`)),
)

/** Terms are asked once each and then, with one letter more, as new ones. */
const rounds = ['', 'a', 'e', 'i']
const asked = (round: string) => terms.map((term) => term + round)
// A term that nobody has asked before, as the page asks: its rows, and then the count.
for (const [name, field] of [
  ['newest first', 'createdAt'],
  ['by address', 'email'],
] as const) {
  const asking = ['', 'e', 'n', 's'].flatMap((round) => asked(`${field === 'email' ? 'l' : ''}${round}`))
  const counting: number[] = []
  const rows = asking.flatMap((term) => {
    const spent = time(1, () => store.contacts.first({ query: query(term, field), limit: 100 }))
    counting.push(...time(1, () => store.contacts.page({ query: query(term, field), slice: first })))
    return spent
  })
  spread('search', `first 100 alone, ${name}`, rows)
  spread('search', `exact count after them, ${name}`, counting)
}
spread(
  'search',
  'first 100 and exact count, newest first',
  rounds.flatMap((round) =>
    asked(round).flatMap((term) =>
      time(1, () => store.contacts.page({ query: query(term, 'createdAt'), slice: first })),
    ),
  ),
)
spread(
  'search',
  'first 100 and exact count, by address',
  rounds.flatMap((round) =>
    asked(`${round}o`).flatMap((term) =>
      time(1, () => store.contacts.page({ query: query(term, 'email'), slice: first })),
    ),
  ),
)
db.close()
