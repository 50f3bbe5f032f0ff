import { afterEach, expect, it } from 'vitest'
import { atRest, checked, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

const file = [
  'email,joined,seen,left',
  'a@example.com,03/04/2026,25/12/2026,12/25/2026',
  'b@example.com,05/06/2026,24/12/2026,12/24/2026',
  '',
].join('\n')

/** What the service has of the first of them. */
async function written(of: ImportFixture): Promise<unknown> {
  const { rows } = await of.core.bridge.contacts.page({
    query: { search: 'a@example', filters: [], sort: { field: 'email', direction: 'asc' } },
    slice: { offset: 0, limit: 1 },
  })
  return rows[0]?.data
}

it('dates of which none tells day from month are written as they stand, whatever the columns beside them say', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open('people.csv', file)
  expect((await atRest(bridge, id)).columns.map(({ as, orders }) => [as, orders?.dayFirst])).toEqual([
    [{ type: 'text' }, undefined],
    [{ type: 'text' }, 'DD/MM/YYYY'],
    [{ type: 'date', format: 'DD/MM/YYYY' }, undefined],
    [{ type: 'date', format: 'MM/DD/YYYY' }, undefined],
  ])
  await checked(bridge, id)
  await ran(bridge, id)
  expect(await written(fixture)).toEqual({ joined: '03/04/2026', seen: '2026-12-25', left: '2026-12-25' })
})

it('a person says which comes first', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open('people.csv', file)
  const joined = (await atRest(bridge, id)).columns[1]
  if (!joined?.orders) throw new Error('Nothing is asked of the dates')
  const as = { type: 'date', format: joined.orders.monthFirst } as const
  await bridge.imports.map({ id, columns: [{ ...joined, as }] })
  await checked(bridge, id)
  await ran(bridge, id)
  expect(await written(fixture)).toMatchObject({ joined: '2026-03-04' })
})
