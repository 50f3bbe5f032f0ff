import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { json, type Reply, type SeenRequest } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'

/** A service whose cursor is the id of the last contact of a page: where that contact is gone, the list seems to end. */

const count = 350

let core: TestCore
let server: AudienceServer
/** Told of each page of contacts before it is answered. */
let before: (request: SeenRequest) => void
beforeEach(async () => {
  server = await startAudience(people(count))
  before = () => undefined
  server.fault = (request) =>
    request.path === '/contacts' && request.method === 'GET' ? page(request) : null
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await server.close()
})

function page(request: SeenRequest): Reply {
  before(request)
  const limit = Number(request.query.get('limit'))
  const cursor = request.query.get('cursor')
  const at = cursor === null ? 0 : server.contacts.findIndex(({ id }) => id === cursor) + 1
  const isKnown = cursor === null || at > 0
  const data = isKnown ? server.contacts.slice(at, at + limit) : []
  const hasMore = isKnown && at + limit < server.contacts.length
  const total = cursor === null ? server.contacts.length : 0
  return json({ data, total, hasMore, ...(hasMore ? { cursor: data.at(-1)?.id } : {}) })
}

/** Deletes contacts at the service in the instant in which the page after `cursor` is asked for. */
function deleteWhenAskedAfter(cursor: string, ids: readonly string[]): void {
  before = ({ query }) => {
    if (query.get('cursor') !== cursor) return
    before = () => undefined
    server.contacts = server.contacts.filter(({ id }) => !ids.includes(id))
  }
}

const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `cnt_${first + at}`)
const rows = async () => stateOf(await core.bridge.sync.state(), 'contacts').rows
const connect = () => core.bridge.profiles.create(profileFor(server.url))

describe('a contact that is a cursor is deleted', () => {
  it('while the first copy is read: everybody after it is in the copy', async () => {
    deleteWhenAskedAfter('cnt_99', ['cnt_99'])
    await connect()
    await settled(core.bridge)
    const run = await ended(core.bridge, 'contacts', 'finished')
    expect(run).toMatchObject({ note: null, received: count })
    // It was read before it was deleted, and is removed by the run that sees the list without it.
    expect(await rows()).toBe(count)
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    await settled(core.bridge)
    expect(await rows()).toBe(count - 1)
  })

  it('with others before it: the list goes on after the nearest one who is there', async () => {
    deleteWhenAskedAfter('cnt_199', idsFrom(190, 199))
    await connect()
    await settled(core.bridge)
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ note: null, received: count })
  })

  it('with more before it than a run remembers: it starts over, and says so', async () => {
    deleteWhenAskedAfter('cnt_199', idsFrom(150, 199))
    await connect()
    await settled(core.bridge)
    const run = await ended(core.bridge, 'contacts', 'finished')
    expect(run.note).toContain('it started over')
    expect(await rows()).toBe(count - 50)
  })

  it('while a later run reads: nobody who is there is removed', async () => {
    await connect()
    await settled(core.bridge)
    deleteWhenAskedAfter('cnt_99', ['cnt_99'])
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    await settled(core.bridge)
    const run = await ended(core.bridge, 'contacts', 'finished')
    expect(run.removed).toBe(0)
    expect(await rows()).toBe(count)
  })
})

it('takes an empty page after a contact who is there for the end that it is', async () => {
  deleteWhenAskedAfter('cnt_299', idsFrom(300, count - 1))
  await connect()
  await settled(core.bridge)
  expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ note: null, received: 300 })
  expect(server.requestsFor('/contacts/cnt_299')).toHaveLength(1)
})
