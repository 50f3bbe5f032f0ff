import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventSchema, trackedEventSchema } from '../../../src-shared/interface/event'
import { type Opened, errorOf, open, ways } from './open'

const tracked = z.object({ success: z.literal(true), data: trackedEventSchema })
const list = z.object({
  events: z.array(eventSchema),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  total: z.number(),
})

describe.each(ways)('POST /v1/track, %s', (way) => {
  let service: Opened
  let number = 0
  const address = (): string => `person${++number}@example.com`

  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(() => service.stop())

  const track = (body: unknown, question = {}) => service.ask('POST', '/v1/track', { body, ...question })
  const contactOf = async (id: string) => (await service.ask('GET', `/contacts/${id}`)).body

  it('records the event and creates its contact, subscribed unless said', async () => {
    const email = address()
    const { status, body } = await track({ email, event: 'signup' })
    expect(status).toBe(200)
    const { contact, event, timestamp } = tracked.parse(body).data
    expect(await contactOf(contact)).toMatchObject({ email, subscribed: true })
    expect((await service.ask('GET', `/events?contactId=${contact}`)).body).toMatchObject({
      events: [{ id: event, name: 'signup', contactId: contact, createdAt: timestamp }],
    })
  })

  it('takes the public key', async () => {
    const { status } = await track({ email: address(), event: 'seen' }, { key: service.publicKey })
    expect(status).toBe(200)
  })

  it('leaves the subscription of a known contact as it is unless said', async () => {
    const email = address()
    await track({ email, event: 'a', subscribed: false })
    const { contact } = tracked.parse((await track({ email, event: 'b' })).body).data
    expect(await contactOf(contact)).toMatchObject({ subscribed: false })
    await track({ email, event: 'c', subscribed: true })
    expect(await contactOf(contact)).toMatchObject({ subscribed: true })
  })

  it('keeps data with the event and with the contact, but not what is for this call alone', async () => {
    const data = { plan: 'pro', code: { value: 7, persistent: false }, gone: null, empty: '' }
    const { contact } = tracked.parse((await track({ email: address(), event: 'bought', data })).body).data
    expect(await contactOf(contact)).toMatchObject({ data: { plan: 'pro' } })
    const { events } = list.parse((await service.ask('GET', '/events?eventName=bought')).body)
    expect(events.map((event) => event.data)).toEqual([{ plan: 'pro' }])
  })

  it.each([
    'email.open',
    'email.anything',
    'contact.subscribed',
    'contact.unsubscribed',
    'segment.vip.entry',
  ])('refuses the reserved name %s', async (event) => {
    const error = errorOf(await track({ email: address(), event }))
    expect(error).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: ['event'] })
  })

  it.each([
    [{ event: 'x' }, 'email'],
    [{ email: 'x', event: 'x' }, 'email'],
    [{ email: 'a@example.com' }, 'event'],
    [{ email: 'a@example.com', event: '' }, 'event'],
    [{ email: 'a@example.com', event: 'x', data: 'text' }, 'data'],
  ])('refuses %j, naming the field', async (body, field) => {
    expect(errorOf(await track(body))).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: [field] })
  })

  describe('with an Idempotency-Key', () => {
    const headers = (key: string) => ({ headers: { 'Idempotency-Key': key } })

    it('happens once: the second call is refused and says how the first was answered', async () => {
      const body = { email: address(), event: 'once' }
      expect((await track(body, headers('once'))).status).toBe(200)
      const again = await track(body, headers('once'))
      expect(errorOf(again)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
      expect(again.body).toMatchObject({ error: { originalStatusCode: 200 } })
      expect((await service.ask('GET', '/events?eventName=once')).body).toMatchObject({ total: 1 })
    })

    it('is claimed for the project, whichever key asks', async () => {
      const body = { email: address(), event: 'shared' }
      await track(body, headers('shared'))
      const again = await track(body, { ...headers('shared'), key: service.publicKey })
      expect(again.status).toBe(409)
    })

    it('gives the key back when the call is refused', async () => {
      expect((await track({ email: 'nobody', event: 'x' }, headers('back'))).status).toBe(422)
      expect((await track({ email: address(), event: 'x' }, headers('back'))).status).toBe(200)
    })

    it('does not claim the key of a call without a valid API key', async () => {
      const body = { email: address(), event: 'x' }
      expect((await track(body, { ...headers('unauthorised'), key: 'sk_wrong' })).status).toBe(401)
      expect((await track(body, headers('unauthorised'))).status).toBe(200)
    })

    it('takes 255 characters and refuses 256', async () => {
      const body = { email: address(), event: 'x' }
      expect((await track(body, headers('k'.repeat(255)))).status).toBe(200)
      expect(errorOf(await track(body, headers('k'.repeat(256))))).toMatchObject({
        status: 400,
        fields: ['Idempotency-Key'],
      })
    })

    it('refuses characters outside ASCII', async () => {
      expect((await track({ email: address(), event: 'x' }, headers('clé'))).status).toBe(400)
    })
  })
})

describe.each(ways)('GET /events, %s', (way) => {
  let service: Opened
  const tracks = Array.from({ length: 30 }, (_, at) => ({
    email: at % 3 === 0 ? 'third@example.com' : 'others@example.com',
    event: at % 2 === 0 ? 'even' : 'odd',
    data: { at },
  }))
  const newestFirst = [...tracks].reverse().map(({ data }) => data.at)

  beforeAll(async () => {
    service = await open(way)
    for (const body of tracks) await service.ask('POST', '/v1/track', { body })
  })
  afterAll(() => service.stop())

  async function page(query: string) {
    const { status, body } = await service.ask('GET', `/events${query}`)
    expect(status).toBe(200)
    const { events, ...rest } = list.parse(body)
    const order = events.map((event) => z.object({ at: z.number() }).parse(event.data).at)
    return { ...rest, events, order }
  }

  it('begins with the 20 newest', async () => {
    const { order, total, hasMore } = await page('')
    expect(order).toEqual(newestFirst.slice(0, 20))
    expect([total, hasMore]).toEqual([30, true])
  })

  it.each([1, 7, 30, 100])('gives every event once in pages of %i', async (limit) => {
    const read: number[] = []
    let cursor = ''
    do {
      const { order, cursor: next } = await page(`?limit=${limit}&cursor=${cursor}`)
      read.push(...order)
      cursor = next ?? ''
    } while (cursor !== '')
    expect(read).toEqual(newestFirst)
  })

  it('filters by name', async () => {
    const { order, total } = await page('?eventName=odd&limit=100')
    expect(order).toEqual(newestFirst.filter((at) => at % 2 === 1))
    expect(total).toBe(15)
  })

  it('filters by contact, alone and with a name, over pages', async () => {
    const id = (await page('?limit=3')).events.find(
      (event) => event.data && z.object({ at: z.number() }).parse(event.data).at === 27,
    )?.contactId
    const thirds = newestFirst.filter((at) => at % 3 === 0)
    expect((await page(`?contactId=${id}`)).order).toEqual(thirds)
    const first = await page(`?contactId=${id}&eventName=even&limit=2`)
    const second = await page(`?contactId=${id}&eventName=even&limit=100&cursor=${first.cursor}`)
    expect([...first.order, ...second.order]).toEqual(thirds.filter((at) => at % 2 === 0))
    expect(first.total).toBe(5)
  })

  it.each(['eventName=unknown', 'contactId=cnt_0000000000', 'contactId=nonsense'])(
    'finds nothing for %s',
    async (query) => {
      expect(await page(`?${query}`)).toMatchObject({ events: [], total: 0, hasMore: false, cursor: null })
    },
  )

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=nonsense', 'cursor'],
  ])('refuses %s with 400, naming the parameter', async (query, field) => {
    const error = errorOf(await service.ask('GET', `/events?${query}`))
    expect(error).toEqual({ status: 400, code: 'BAD_REQUEST', fields: [field] })
  })

  it('refuses the cursor of a list by address', async () => {
    const { body } = await service.ask('GET', '/contacts?sort=email&limit=1')
    const { cursor } = z.object({ cursor: z.string() }).parse(body)
    expect((await service.ask('GET', `/events?cursor=${cursor}`)).status).toBe(400)
  })

  it('lists the distinct names in alphabetical order', async () => {
    expect((await service.ask('GET', '/events/names')).body).toEqual({ eventNames: ['even', 'odd'] })
  })
})
