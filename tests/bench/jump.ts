// A jump to anywhere on the scroll bar, in the worker's own code, in any sort.
import { figure, size, spread, time } from './cache/harness'
import { loaded } from './cache/open'
import { seeded } from '../fixtures/seeded'

const { store, db } = loaded(size)
const anywhere = (draw: () => number): number => Math.floor(draw() * Math.max(1, size - 100))
const floorDraw = seeded(1)
const one = db.prepare<[number], unknown>('SELECT * FROM contact WHERE row >= ? LIMIT 100').raw()
spread(
  'jump',
  'floor: 100 neighbouring rows anywhere',
  time(300, () => one.all(anywhere(floorDraw))),
)

for (const field of ['createdAt', 'email', 'data.seats'] as const) {
  for (const direction of ['desc', 'asc'] as const) {
    const query = { search: '', filters: [], sort: { field, direction } }
    const draw = seeded(2)
    const jump = () => store.contacts.page({ query, slice: { offset: anywhere(draw), limit: 100 } })
    figure('jump', `${field} ${direction} first`, time(1, jump)[0] ?? Number.NaN, 'ms')
    spread('jump', `${field} ${direction}`, time(300, jump))
  }
}
db.close()
