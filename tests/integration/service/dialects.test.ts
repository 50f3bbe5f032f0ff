import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Opened, open, ways } from './open'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const cnt = expect.stringMatching(/^cnt_[0-9a-z]{10}$/)
const evt = expect.stringMatching(/^evt_[0-9a-z]{10}$/)
const dom = expect.stringMatching(/^dom_[0-9a-z]{10}$/)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const cursor = expect.stringMatching(/^[\w-]+$/)

async function fill(service: Opened): Promise<void> {
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
    await service.ask('POST', '/v1/track', {
      key: service.publicKey,
      body: { email, event: 'signup', data: { from: email } },
    })
  }
}

const bodyOf = async (service: Opened, path: string) => (await service.ask('GET', path)).body

describe.each(ways)('the reference dialect, %s', (way) => {
  let service: Opened
  beforeAll(async () => {
    service = await open(way, { dialect: 'reference' })
    await fill(service)
  })
  afterAll(() => service.stop())

  const contact = { id: cnt, email: 'c@example.com', subscribed: true, data: { from: 'c@example.com' } }

  it('lists contacts in form A', async () => {
    expect(await bodyOf(service, '/contacts?limit=1')).toEqual({
      contacts: [{ ...contact, createdAt: time, updatedAt: time }],
      cursor,
      hasMore: true,
      total: 3,
    })
    expect(await bodyOf(service, '/contacts')).toMatchObject({ cursor: null, hasMore: false })
  })

  it('lists events the same way', async () => {
    expect(await bodyOf(service, '/events?limit=1')).toEqual({
      events: [{ id: evt, name: 'signup', contactId: cnt, data: { from: 'c@example.com' }, createdAt: time }],
      cursor,
      hasMore: true,
      total: 3,
    })
  })

  it('names events in form H, and lists domains', async () => {
    expect(await bodyOf(service, '/events/names')).toEqual({ eventNames: ['signup'] })
    expect(await bodyOf(service, '/domains')).toEqual({ domains: [], cursor: null, hasMore: false, total: 0 })
  })
})

describe.each(ways)('the envelope dialect, %s', (way) => {
  let service: Opened
  beforeAll(async () => {
    service = await open(way, { dialect: 'envelope' })
    await fill(service)
  })
  afterAll(() => service.stop())

  it.each(['/contacts', '/events'])('lists %s in form B, page after page', async (path) => {
    const first = await bodyOf(service, `${path}?limit=2`)
    expect(first).toEqual({
      success: true,
      data: { items: [expect.anything(), expect.anything()], nextCursor: cursor, hasMore: true, total: 3 },
    })
    const { data } = z.object({ data: z.object({ nextCursor: z.string() }) }).parse(first)
    expect(await bodyOf(service, `${path}?limit=2&cursor=${data.nextCursor}`)).toEqual({
      success: true,
      data: { items: [expect.anything()], nextCursor: null, hasMore: false, total: 3 },
    })
  })

  it('lists names and domains in form B', async () => {
    const end = { nextCursor: null, hasMore: false }
    expect(await bodyOf(service, '/events/names')).toEqual({
      success: true,
      data: { items: ['signup'], ...end, total: 1 },
    })
    expect(await bodyOf(service, '/domains')).toEqual({
      success: true,
      data: { items: [], ...end, total: 0 },
    })
  })

  it('wraps single records', async () => {
    const made = await service.ask('POST', '/contacts', { body: { email: 'd@example.com' } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ success: true, data: { id: cnt, _meta: { isNew: true } } })
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(made.body)
    const path = `/contacts/${data.id}`
    expect(await bodyOf(service, path)).toMatchObject({ success: true, data: { email: 'd@example.com' } })
    const patched = await service.ask('PATCH', path, { body: { subscribed: false } })
    expect(patched.body).toMatchObject({ success: true, data: { subscribed: false } })
    expect(await service.ask('DELETE', path)).toMatchObject({ status: 200, body: { success: true } })
  })
})

describe.each(ways)('the deployed dialect, %s', (way) => {
  let service: Opened
  beforeAll(async () => {
    service = await open(way, { dialect: 'deployed' })
    await fill(service)
  })
  afterAll(() => service.stop())

  it('lists contacts in form C, with UUIDs, and the total on the first page only', async () => {
    const first = await bodyOf(service, '/contacts?limit=2')
    expect(first).toEqual({
      data: [
        expect.objectContaining({ id: expect.stringMatching(uuid), email: 'c@example.com' }),
        expect.objectContaining({ email: 'b@example.com' }),
      ],
      cursor: expect.stringMatching(uuid),
      hasMore: true,
      total: 3,
    })
    const next = z.object({ cursor: z.string() }).parse(first).cursor
    expect(await bodyOf(service, `/contacts?limit=2&cursor=${next}`)).toEqual({
      data: [expect.objectContaining({ email: 'a@example.com' })],
      hasMore: false,
      total: 0,
    })
  })

  it('lists events in form G, each with its address', async () => {
    expect(await bodyOf(service, '/events?limit=1')).toEqual({
      events: [
        {
          id: expect.stringMatching(uuid),
          name: 'signup',
          contactId: expect.stringMatching(uuid),
          emailId: null,
          contact: { email: 'c@example.com' },
          data: { from: 'c@example.com' },
          projectId: expect.stringMatching(uuid),
          createdAt: time,
        },
      ],
    })
  })

  it('ignores a cursor for events: there is only the window', async () => {
    const [once, again] = [await bodyOf(service, '/events'), await bodyOf(service, '/events?cursor=anything')]
    expect(again).toEqual(once)
  })

  it('lists domains in form F, by the project', async () => {
    const { data } = z
      .object({ data: z.array(z.object({ projectId: z.string() })) })
      .parse(await bodyOf(service, '/contacts?limit=1'))
    expect(await bodyOf(service, `/domains/project/${data[0]?.projectId}`)).toEqual([])
  })

  it('finds a contact by its id', async () => {
    const [{ id }] = z
      .object({ data: z.tuple([z.object({ id: z.string() })]) })
      .parse(await bodyOf(service, '/contacts?limit=1')).data
    expect(await bodyOf(service, `/contacts/${id}`)).toMatchObject({ id, email: 'c@example.com' })
    expect(
      (await service.ask('GET', `/contacts/${id.replace(/.$/, (c) => (c === '0' ? '1' : '0'))}`)).status,
    ).toBe(404)
  })

  it('says flatly that a required field is missing', async () => {
    const answer = await service.ask('POST', '/contacts', { body: { subscribed: true } })
    expect([answer.status, answer.body]).toEqual([400, { error: 'Email is required' }])
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('answers 422 for track', async () => {
    const { publicKey: key } = service
    expect((await service.ask('POST', '/v1/track', { key, body: {} })).status).toBe(422)
  })
})

describe('the window of events', () => {
  it('holds the 100 newest unless told, and as many as are asked for', async () => {
    const service = await open('in process', { dialect: 'deployed', contacts: 200 })
    const size = async (query: string) =>
      z.object({ events: z.array(z.unknown()) }).parse(await bodyOf(service, `/events${query}`)).events.length
    expect(await size('')).toBe(100)
    expect(await size('?limit=1000')).toBe(1000)
    expect(await size('?limit=100000')).toBeGreaterThan(1000)
    await service.stop()
  })
})

describe('one data folder in two dialects', () => {
  it('holds the same contacts under other ids', async () => {
    const [reference, deployed] = [
      await open('in process', { contacts: 5, anchor: 0 }),
      await open('in process', { contacts: 5, anchor: 0, dialect: 'deployed' }),
    ]
    const shape = z.looseObject({ email: z.string(), id: z.string() })
    const one = z.object({ contacts: z.array(shape) }).parse(await bodyOf(reference, '/contacts')).contacts
    const other = z.object({ data: z.array(shape) }).parse(await bodyOf(deployed, '/contacts')).data
    expect(other.map((contact) => ({ ...contact, id: null }))).toMatchObject(
      one.map((contact) => ({ ...contact, id: null })),
    )
    expect(one.map(({ id }) => id)).not.toEqual(other.map(({ id }) => id))
    await reference.stop()
    await deployed.stop()
  })

  it('lists the verified domain', async () => {
    const service = await open('in process', { contacts: 1 })
    expect(await bodyOf(service, '/domains')).toMatchObject({
      domains: [
        {
          id: dom,
          domain: 'mail.harbournotes.app',
          verified: true,
          dkimTokens: [expect.any(String), expect.any(String), expect.any(String)],
        },
      ],
      total: 1,
    })
    await service.stop()
  })
})
