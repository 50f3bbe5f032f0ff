// The next page of 100 rows, in the worker's own code, in any sort.
import { size, spread, time } from './cache/harness'
import { loaded } from './cache/open'

const { store, db } = loaded(size)
const rowids = db.prepare<[number], unknown>('SELECT * FROM contact WHERE row >= ? LIMIT 100').raw()
spread(
  'page',
  'floor: 100 neighbouring rows',
  time(300, (index) => rowids.all(1 + index * 100)),
)

const sorts = ['createdAt', 'email', 'updatedAt', 'subscribed', 'domain', 'data.plan', 'data.seats'] as const
for (const field of sorts) {
  for (const direction of ['desc', 'asc'] as const) {
    const query = { search: '', filters: [], sort: { field, direction } }
    store.contacts.page({ query, slice: { offset: 0, limit: 100 } })
    const samples = time(300, (index) =>
      store.contacts.page({ query, slice: { offset: index * 100, limit: 100 } }),
    )
    spread('page', `${field} ${direction}`, samples)
  }
}
db.close()
