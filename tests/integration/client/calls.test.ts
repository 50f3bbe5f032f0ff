import { describe, expect, test } from 'vitest'
import { cursorList, numberedList, windowList } from '../../fixtures/misbehaving-lists'
import { empty, html, json, refuse } from '../../fixtures/misbehaving-server'
import type { ListRequest } from '../../../src-shared/interface/paging'
import { click, connect, contact, first, page, problemOf, publicKey, secretKey, serve, sync } from './setup'

const contacts = Array.from({ length: 250 }, (_, index) => ({
  id: `c${index}`,
  email: `person${index}@example.com`,
}))

describe('what is sent', () => {
  test('the key, our name, and what we can read', async () => {
    const server = await serve(() => json(page))
    await connect(server.url).listContacts(first, click)
    expect(server.requests[0]!.headers).toMatchObject({
      authorization: `Bearer ${secretKey}`,
      'user-agent': 'Postroom/9.9.9',
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
    })
  })

  test('below the path of the address', async () => {
    const server = await serve(() => json(page))
    await connect(`${server.url}/mail/api`).listContacts(first, click)
    expect(server.requests[0]!.path).toBe('/mail/api/contacts')
  })

  test('a first request names the limit alone', async () => {
    const server = await serve(() => json(page))
    await connect(server.url).listContacts(first, click)
    expect([...server.requests[0]!.query]).toEqual([['limit', '100']])
  })

  test('filters are escaped', async () => {
    const server = await serve(() => json(page))
    await connect(server.url).listContacts({ ...first, subscribed: false, search: 'a+b & c' }, click)
    expect(server.requests[0]!.query.get('search')).toBe('a+b & c')
    expect(server.requests[0]!.query.get('subscribed')).toBe('false')
  })

  test('an id cannot leave its place in the path', async () => {
    const server = await serve(() => json(contact))
    const client = connect(server.url)
    await client.getContact('a/../b?x#y', click)
    expect(server.requests[0]!.path).toBe('/contacts/a%2F..%2Fb%3Fx%23y')
    expect((await problemOf(client.deleteContact('..', click))).code).toBe('input_invalid')
    expect(server.requests).toHaveLength(1)
  })

  test('connections are kept', async () => {
    const server = await serve(() => json(page))
    const client = connect(server.url)
    for (let call = 0; call < 5; call++) await client.listContacts(first, click)
    expect(server.connections).toBe(1)
  })

  test('tracking takes the public key where there is one', async () => {
    const tracked = { contact: 'c1', event: 'e1', timestamp: '2026-01-01T00:00:00Z' }
    const server = await serve(() => json({ success: true, data: tracked }))
    const body = { email: 'ann@example.com', event: 'seen', data: { page: 3 } }
    const { value } = await connect(server.url).track(body, 'key-1', click)
    expect(value).toEqual(tracked)
    await connect(server.url, { publicKey: null }).track(body, 'key-2', click)
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${publicKey}`,
      `Bearer ${secretKey}`,
    ])
    expect(JSON.parse(server.requests[0]!.body)).toEqual(body)
  })
})

describe('lists are read to their end', () => {
  /** Reads on as the pages say, and returns the ids in the order in which they came. */
  async function readAll(url: string, limit = 100): Promise<string[]> {
    const client = connect(url)
    const ids: string[] = []
    let request: ListRequest = { limit }
    for (let pages = 0; pages < 20; pages++) {
      const { value } = await client.listContacts(request, sync)
      ids.push(...value.items.map(({ id }) => id))
      const { next } = value
      if (next.kind === 'end' || next.kind === 'window') return ids
      request = next.kind === 'cursor' ? { limit, cursor: next.cursor } : { limit, page: next.page }
    }
    throw new Error('the list did not end')
  }
  const all = contacts.map(({ id }) => id)

  test('by cursor', async () => {
    const server = await serve(cursorList('contacts', () => contacts))
    expect(await readAll(server.url)).toEqual(all)
    expect(server.requests).toHaveLength(3)
  })

  test.each([10, 20, 100])('by page numbers where the first page has a size of %i', async (own) => {
    const server = await serve(numberedList(() => contacts, own))
    expect([...new Set(await readAll(server.url))]).toEqual(all)
    expect(server.requests[server.requests.length - 1]!.query.get('pageSize')).toBe('100')
  })

  test('by page numbers where the service keeps to its own size', async () => {
    const answer = numberedList(() => contacts, 20)
    const server = await serve((request) => {
      request.query.delete('pageSize')
      return answer(request)
    })
    expect([...new Set(await readAll(server.url))]).toEqual(all)
  })

  test('as a window', async () => {
    const events = Array.from({ length: 300 }, (_, index) => ({ id: `e${index}`, name: 'seen' }))
    const server = await serve(windowList('events', () => events))
    const { value } = await connect(server.url).listEvents({ limit: 250, eventName: 'seen' }, sync)
    expect(value.items).toHaveLength(250)
    expect(value.next).toEqual({ kind: 'window' })
    expect(server.requests[0]!.query.get('eventName')).toBe('seen')
  })
})

describe('single records', () => {
  test('an upsert says whether it is new', async () => {
    const answer = { ...contact, _meta: { isNew: false, isUpdate: true } }
    const server = await serve(() => json({ success: true, data: answer }))
    const { value, status } = await connect(server.url).upsertContact({ email: contact.email }, click)
    expect(value).toEqual(answer)
    expect(status).toBe(200)
  })

  test.each([
    ['204 and nothing', empty(204)],
    ['200 and nothing', empty(200)],
    ['success and nothing else', json({ success: true })],
  ])('an update answered with %s is read back', async (_, reply) => {
    const server = await serve(({ method }) => (method === 'PATCH' ? reply : json(contact)))
    const { value } = await connect(server.url).updateContact('c1', { subscribed: true }, click)
    expect(value).toEqual(contact)
    expect(server.requests.map(({ method }) => method)).toEqual(['PATCH', 'GET'])
  })

  test.each([
    ['204', empty(204)],
    ['200 and success', json({ success: true })],
    ['200 and nothing', empty(200)],
  ])('a delete answered with %s is done', async (_, reply) => {
    const server = await serve(() => reply)
    expect((await connect(server.url).deleteContact('c1', click)).value).toBeNull()
  })

  test('a delete answered with a web page is not taken for done', async () => {
    const server = await serve(() => html())
    expect((await problemOf(connect(server.url).deleteContact('c1', click))).code).toBe('not_the_service')
  })

  test('an answer comes with what the activity log keeps', async () => {
    const server = await serve(() => json(contact, { headers: { 'X-Request-ID': 'req-7' } }))
    const answer = await connect(server.url).getContact('c1', click)
    expect(answer).toMatchObject({ status: 200, requestId: 'req-7' })
    expect(answer.durationMs).toBeGreaterThan(0)
  })
})

describe('what a deployment may lack', () => {
  test('a list that is unknown there is not found, and campaigns are not counted', async () => {
    const server = await serve(() => refuse(404, 'RESOURCE_NOT_FOUND'))
    const client = connect(server.url)
    expect((await problemOf(client.listCatalogue('domains', { limit: 100 }, click))).code).toBe('not_found')
    expect((await client.countCampaigns(click)).value).toBeNull()
  })

  test('campaigns are counted by the total alone', async () => {
    const server = await serve(() =>
      json({ data: [{ id: 'x' }], total: 34, page: 1, pageSize: 1, totalPages: 34 }),
    )
    expect((await connect(server.url).countCampaigns(click)).value).toBe(34)
    expect(server.requests[0]!.query.get('limit')).toBe('1')
  })

  test('a refused key is no absence', async () => {
    const server = await serve(() => refuse(401, 'INVALID_API_KEY'))
    expect((await problemOf(connect(server.url).listCatalogue('domains', { limit: 100 }, click))).code).toBe(
      'key_refused',
    )
  })
})
