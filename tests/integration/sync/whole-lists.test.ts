import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { json, type SeenRequest } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'

/** What a full run says of a list that is not whole, and that it removes nothing then. */

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience(people(250))
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await server.close()
})

async function connect(): Promise<void> {
  await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
}
async function again(): Promise<void> {
  await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  await settled(core.bridge)
}
const contacts = async () => stateOf(await core.bridge.sync.state(), 'contacts')

/** The list as it is, with something changed in each of its answers. */
function changed(
  change: (
    body: Record<string, unknown> & { contacts: unknown[]; total: number },
    request: SeenRequest,
  ) => void,
): void {
  server.fault = (request) => {
    if (request.method !== 'GET' || request.path !== '/contacts') return null
    const after = request.query.get('cursor')
    const limit = Number(request.query.get('limit') ?? 20)
    const start = after === null ? 0 : server.contacts.findIndex(({ id }) => id === after) + 1
    const items = server.contacts.slice(start, start + limit)
    const hasMore = start + items.length < server.contacts.length
    const body = {
      contacts: structuredClone(items) as unknown[],
      cursor: hasMore ? (items.at(-1)?.id ?? '') : '',
      hasMore,
      total: after === null ? server.contacts.length : 0,
    }
    change(body, request)
    return json(body)
  }
}

describe('a list that is shorter than it was said to be', () => {
  it('says on the first copy what did not come', async () => {
    changed((body) => {
      if (body.total > 0) body.total = 253
    })
    await connect()
    expect((await contacts()).last).toMatchObject({
      state: 'finished',
      note: 'The service said that there are 253 contacts and listed 250: 3 did not come. Nothing was removed.',
    })
  })

  it('removes nobody, however few are missing', async () => {
    await connect()
    const lost = server.contacts[120]
    changed((body) => {
      body.contacts = body.contacts.filter((contact) => (contact as { id: string }).id !== lost?.id)
    })
    await again()
    expect(await contacts()).toMatchObject({ rows: 250, last: { removed: 0 } })
    expect((await contacts()).last?.note).toContain('1 did not come')
  })

  it('is whole where what is missing was deleted while it was read', async () => {
    await connect()
    let pages = 0
    server.fault = (request) => {
      if (request.path === '/contacts' && ++pages === 2) server.contacts = server.contacts.slice(0, -5)
      return null
    }
    await again()
    expect(await contacts()).toMatchObject({ rows: 245, last: { removed: 5, note: null } })
  })
})

describe('an end that the service says beside a sign of more', () => {
  /** One page of the contacts, and the end; something else says that pages follow. */
  const endEarly = (total: number | null) =>
    changed((body) => Object.assign(body, { hasMore: false, cursor: '', totalPages: 3, total }))

  it('is told, and removes nobody', async () => {
    await connect()
    endEarly(null)
    await again()
    expect(await contacts()).toMatchObject({ rows: 250, last: { state: 'finished', removed: 0 } })
    expect((await contacts()).last?.note).toContain('said in the same answer that there are more')
  })

  it('is an end where all that was promised came', async () => {
    await connect()
    server.contacts = server.contacts.slice(0, 90)
    endEarly(90)
    await again()
    await core.bridge.sync.answer({ runId: (await contacts()).run?.id ?? 0, remove: true })
    await settled(core.bridge)
    expect(await contacts()).toMatchObject({ rows: 90, last: { removed: 160 } })
  })
})

describe('a record that cannot be read', () => {
  const damage = () =>
    changed((body) => {
      for (const contact of body.contacts as { id: string; email: unknown }[])
        if (contact.id === server.contacts[7]?.id || contact.id === server.contacts[130]?.id)
          contact.email = null
    })

  it('is set aside with what it held, and the rest is copied', async () => {
    damage()
    await connect()
    expect(await contacts()).toMatchObject({ rows: 248, unread: 2 })
    expect((await contacts()).last?.note).toContain('2 of the contacts could not be read')
    const { rows, count } = await core.bridge.sync.unread({
      resource: 'contacts',
      slice: { offset: 0, limit: 10 },
    })
    expect(count).toBe(2)
    expect(rows.map(({ key, fault }) => `${key} ${fault}`).sort()).toEqual(
      [7, 130].map((at) => `${server.contacts[at]?.id} has no usable email`).sort(),
    )
    expect(JSON.parse(rows[0]?.raw ?? '')).toMatchObject({ email: null, subscribed: expect.any(Boolean) })
  })

  it('is no reason to remove the one that was read before', async () => {
    await connect()
    damage()
    await again()
    expect(await contacts()).toMatchObject({ rows: 250, unread: 2, last: { removed: 0 } })
  })

  it('is forgotten once it can be read', async () => {
    damage()
    await connect()
    server.fault = () => null
    await again()
    expect(await contacts()).toMatchObject({ rows: 250, unread: 0, last: { note: null } })
  })
})

describe('an empty page behind a cursor', () => {
  /** Cursors that are no ids, and no total. */
  const opaque = (lose: (request: SeenRequest) => boolean) => {
    server.fault = (request) => {
      if (request.method !== 'GET' || request.path !== '/contacts') return null
      const cursor = request.query.get('cursor')
      if (cursor !== null && lose(request)) return json({ contacts: [], cursor: null, hasMore: false })
      const start = cursor === null ? 0 : Number(cursor.slice(1))
      const items = server.contacts.slice(start, start + 100)
      const next = start + items.length
      return json({ contacts: items, cursor: next < server.contacts.length ? `c${next}` : null })
    }
  }

  it('has the list read anew once, and then whole', async () => {
    await connect()
    let lost = 0
    opaque(({ query }) => query.get('cursor') === 'c200' && lost++ === 0)
    await again()
    expect(lost).toBe(2)
    expect(await contacts()).toMatchObject({ rows: 250, last: { removed: 0 } })
    expect((await contacts()).last?.note).toContain('started over')
  })

  it('that comes again is the end', async () => {
    await connect()
    server.contacts = server.contacts.slice(0, 200)
    server.fault = (request) => {
      if (request.method !== 'GET' || request.path !== '/contacts') return null
      const start = Number(request.query.get('cursor')?.slice(1) ?? 0)
      const items = server.contacts.slice(start, start + 100)
      return json({ contacts: items, cursor: items.length > 0 ? `c${start + items.length}` : null })
    }
    await again()
    expect(await contacts()).toMatchObject({ rows: 200, last: { removed: 50 } })
    expect((await ended(core.bridge, 'contacts', 'finished')).state).toBe('finished')
  })
})
