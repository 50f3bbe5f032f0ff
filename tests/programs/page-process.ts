import { driven } from '../fixtures/driven-store'
// Applies pages of a first load until it is killed, going on from the bookmark. Started by opening.test.ts.
import { assemble } from '../../src-main/cache/assemble'
import { openDatabase } from '../../src-main/core/database/database'
import { migrations } from '../../src-main/cache/schema/first'
import { contacts } from '../fixtures/cache-records'

const [folder = '', key = ''] = process.argv.slice(2)
const db = openDatabase({ folder, key }, migrations)
const { store: stepped } = assemble(db, {
  folder,
  encrypted: true,
  now: () => Date.now(),
  monotonic: () => performance.now(),
})
const store = driven(stepped)
const live = store.runs.live()[0]
const run = live?.run ?? store.runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now: 1 })
store.runs.setState({ runId: run.id, state: 'running', now: 1 })

function apply(from: number): void {
  const records = contacts(from, from + 100)
  store.contacts.applyPage({ runId: run.id, records, bookmark: { next: from + 100 }, expected: null })
  process.send?.(from + 100, () => apply(from + 100))
}
apply(
  store.contacts.page({
    query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
    slice: { offset: 0, limit: 1 },
  }).total,
)
