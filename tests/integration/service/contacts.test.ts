import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactSchema, upsertedContactSchema } from '../../../src-shared/interface/contact'
import { type Opened, errorOf, open, ways } from './open'

const list = z.object({
  contacts: z.array(contactSchema),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  total: z.number(),
})

describe.each(ways)('/contacts, %s', (way) => {
  let service: Opened
  let number = 0
  const address = (): string => `person${++number}@example.com`

  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(() => service.stop())

  async function create(body: Record<string, unknown> = {}) {
    const answer = await service.ask('POST', '/contacts', { body: { email: address(), ...body } })
    expect(answer.status).toBe(201)
    return upsertedContactSchema.parse(answer.body)
  }
  const read = async (id: string) => contactSchema.parse((await service.ask('GET', `/contacts/${id}`)).body)
  const patch = (id: string, body: unknown) => service.ask('PATCH', `/contacts/${id}`, { body })

  describe('POST', () => {
    it('creates a contact, subscribed unless said', async () => {
      const email = address()
      const { status, body } = await service.ask('POST', '/contacts', { body: { email } })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.stringMatching(/^cnt_[0-9a-z]{10}$/),
        email,
        subscribed: true,
        data: {},
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updatedAt: expect.any(String),
        _meta: { isNew: true, isUpdate: false },
      })
    })

    it('updates the contact of an address that is known, whatever its case', async () => {
      const made = await create({ data: { city: 'Hull', seats: 3 } })
      const { status, body } = await service.ask('POST', '/contacts', {
        body: { email: made.email.toUpperCase(), data: { seats: 4 } },
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: made.id,
        email: made.email,
        data: { city: 'Hull', seats: 4 },
        _meta: { isNew: false, isUpdate: true },
      })
    })

    it('leaves the subscription of a known contact as it is unless said', async () => {
      const made = await create({ subscribed: false })
      const { body } = await service.ask('POST', '/contacts', { body: { email: made.email } })
      expect(body).toMatchObject({ subscribed: false })
    })

    it('does not touch updatedAt when nothing changes', async () => {
      const made = await create({ data: { city: 'Hull' } })
      const { body } = await service.ask('POST', '/contacts', {
        body: { email: made.email, data: { city: 'Hull' } },
      })
      expect(body).toMatchObject({ updatedAt: made.updatedAt })
    })

    it('keeps any JSON in data', async () => {
      const data = { text: 'Ærø 港', number: 1.5, yes: true, list: [1, [2]], nested: { a: { b: null } } }
      expect((await read((await create({ data })).id)).data).toEqual(data)
    })

    it.each([
      ['null deletes a key', { a: null }, { b: 2 }],
      ['an empty string is skipped', { a: '' }, { a: 1, b: 2 }],
      ['a value for this call alone is not stored', { a: { value: 9, persistent: false } }, { a: 1, b: 2 }],
      ['a value said to be kept is kept', { a: { value: 9, persistent: true } }, { a: 9, b: 2 }],
      ['reserved keys are dropped', { id: 'x', email: 'y', unsubscribeUrl: 'z' }, { a: 1, b: 2 }],
    ])('in data, %s', async (_rule, said, kept) => {
      const { email } = await create({ data: { a: 1, b: 2 } })
      const { body } = await service.ask('POST', '/contacts', { body: { email, data: said } })
      expect(body).toMatchObject({ data: kept })
      expect(Object.keys(upsertedContactSchema.parse(body).data)).toEqual(Object.keys(kept))
    })

    it.each([
      ['no address', {}, 'email'],
      ['a malformed address', { email: 'nobody' }, 'email'],
      ['subscribed as text', { email: 'a@example.com', subscribed: 'yes' }, 'subscribed'],
      ['data as a list', { email: 'a@example.com', data: [] }, 'data'],
    ])('refuses %s, naming the field', async (_what, body, field) => {
      const error = errorOf(await service.ask('POST', '/contacts', { body }))
      expect(error).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: [field] })
    })

    it('refuses a body that is no object', async () => {
      expect(errorOf(await service.ask('POST', '/contacts', { body: ['a@example.com'] }))).toMatchObject({
        status: 422,
        code: 'VALIDATION_ERROR',
      })
    })
  })

  describe('GET by id', () => {
    it('gives the contact, without _meta', async () => {
      const made = await create({ data: { plan: 'pro' } })
      const { body } = await service.ask('GET', `/contacts/${made.id}`)
      expect(body).toEqual({ ...made, _meta: undefined })
      expect(body).not.toHaveProperty('_meta')
    })

    it.each(['cnt_0000000000', 'evt_7h2kq9w4x1', 'nonsense', '%00', '1'])(
      'answers 404 for %s',
      async (id) => {
        expect(errorOf(await service.ask('GET', `/contacts/${id}`))).toMatchObject({
          status: 404,
          code: 'CONTACT_NOT_FOUND',
        })
      },
    )
  })

  describe('PATCH', () => {
    it('changes what is said and nothing else', async () => {
      const made = await create({ data: { a: 1, b: 2 } })
      const email = address()
      const { status, body } = await patch(made.id, { email, subscribed: false, data: { a: null } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: made.id, email, subscribed: false, createdAt: made.createdAt })
      expect((await read(made.id)).data).toEqual({ b: 2 })
    })

    it('lets an address change its case', async () => {
      const made = await create()
      const { body } = await patch(made.id, { email: made.email.toUpperCase() })
      expect(body).toMatchObject({ email: made.email.toUpperCase() })
    })

    it('refuses the address of another contact', async () => {
      const [one, other] = [await create(), await create()]
      expect(errorOf(await patch(one.id, { email: other.email }))).toMatchObject({
        status: 409,
        code: 'CONFLICT',
      })
      expect((await read(one.id)).email).toBe(one.email)
    })

    it('refuses a malformed address', async () => {
      const { id } = await create()
      expect(errorOf(await patch(id, { email: '@' }))).toMatchObject({ status: 422, fields: ['email'] })
    })

    it('answers 404 for a contact there is not', async () => {
      expect(errorOf(await patch('cnt_0000000000', {}))).toMatchObject({
        status: 404,
        code: 'CONTACT_NOT_FOUND',
      })
    })

    it('emits an event when the subscription changes', async () => {
      const { id } = await create()
      await patch(id, { subscribed: false })
      await patch(id, { subscribed: false })
      await patch(id, { subscribed: true })
      const { body } = await service.ask('GET', `/events?contactId=${id}`)
      expect(body).toMatchObject({
        events: [{ name: 'contact.subscribed' }, { name: 'contact.unsubscribed' }],
        total: 2,
      })
    })
  })

  describe('DELETE', () => {
    it('answers 204 without a body, and the contact is gone with its events', async () => {
      const { id, email } = await create()
      await service.ask('POST', '/v1/track', { body: { email, event: 'doomed' } })
      const { status, body } = await service.ask('DELETE', `/contacts/${id}`)
      expect([status, body]).toEqual([204, undefined])
      expect((await service.ask('GET', `/contacts/${id}`)).status).toBe(404)
      expect((await service.ask('GET', '/events?eventName=doomed')).body).toMatchObject({ events: [] })
    })

    it('answers 404 the second time', async () => {
      const { id } = await create()
      await service.ask('DELETE', `/contacts/${id}`)
      expect(errorOf(await service.ask('DELETE', `/contacts/${id}`))).toMatchObject({
        status: 404,
        code: 'CONTACT_NOT_FOUND',
      })
    })

    it('never gives the id again', async () => {
      const { id, email } = await create()
      await service.ask('DELETE', `/contacts/${id}`)
      const { body } = await service.ask('POST', '/contacts', { body: { email } })
      expect(upsertedContactSchema.parse(body).id).not.toBe(id)
    })
  })
})

describe.each(ways)('the list of contacts, %s', (way) => {
  let service: Opened
  const count = 45
  const names = Array.from(
    { length: count },
    (_, at) => `p${String((at * 7) % count).padStart(2, '0')}@list.example`,
  )

  beforeAll(async () => {
    service = await open(way)
    for (const [at, email] of names.entries()) {
      await service.ask('POST', '/contacts', { body: { email, subscribed: at % 5 !== 0 } })
    }
  })
  afterAll(() => service.stop())

  const page = async (query: string) => {
    const { status, body } = await service.ask('GET', `/contacts${query}`)
    expect(status).toBe(200)
    return list.parse(body)
  }
  async function all(query: string): Promise<string[]> {
    const emails: string[] = []
    let cursor = ''
    do {
      const { contacts, cursor: next, hasMore } = await page(`${query}&cursor=${cursor}`)
      emails.push(...contacts.map(({ email }) => email))
      expect(hasMore).toBe(next !== null)
      cursor = next ?? ''
    } while (cursor !== '')
    return emails
  }
  const newestFirst = [...names].reverse()
  const byName = [...names].sort()

  it('begins with the 20 newest', async () => {
    const { contacts, hasMore, total } = await page('')
    expect(contacts.map(({ email }) => email)).toEqual(newestFirst.slice(0, 20))
    expect([hasMore, total]).toEqual([true, count])
  })

  it.each([1, 7, 45, 100])('gives every contact once in pages of %i', async (limit) => {
    expect(await all(`?limit=${limit}`)).toEqual(newestFirst)
  })

  it.each([
    ['sort=createdAt&dir=asc', names],
    ['sort=createdAt', newestFirst],
    ['sort=email', byName],
    ['sort=email&dir=desc', [...byName].reverse()],
  ])('sorts: %s', async (query, expected) => {
    expect(await all(`?limit=10&${query}`)).toEqual(expected)
  })

  it('says the total on every page', async () => {
    const { cursor } = await page('?limit=10')
    expect((await page(`?limit=10&cursor=${cursor}`)).total).toBe(count)
  })

  it('filters by subscription', async () => {
    const expected = [...names].reverse().filter((email) => names.indexOf(email) % 5 === 0)
    expect(await all('?limit=4&subscribed=false')).toEqual(expected)
    expect((await page('?subscribed=false')).total).toBe(expected.length)
    expect((await page('?subscribed=true')).total).toBe(count - expected.length)
  })

  it('searches in addresses, without regard to case', async () => {
    expect(await all('?search=P1&limit=3')).toEqual(newestFirst.filter((email) => email.startsWith('p1')))
    expect((await page('?search=P1')).total).toBe(10)
  })

  it.each(['%25', '_', '!', "'"])('takes %s in a search as the character it is', async (text) => {
    expect((await page(`?search=${text}`)).contacts).toEqual([])
  })

  it('is not shifted by contacts that come in while it is read', async () => {
    const first = await page('?limit=20')
    const { body } = await service.ask('POST', '/contacts', { body: { email: 'new@list.example' } })
    const second = await page(`?limit=20&cursor=${first.cursor}`)
    await service.ask('DELETE', `/contacts/${upsertedContactSchema.parse(body).id}`)
    expect(second.contacts.map(({ email }) => email)).toEqual(newestFirst.slice(20, 40))
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['subscribed=maybe', 'subscribed'],
    ['sort=name', 'sort'],
    ['dir=up', 'dir'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=WzFd', 'cursor'],
  ])('refuses %s with 400, naming the parameter', async (query, field) => {
    const error = errorOf(await service.ask('GET', `/contacts?${query}`))
    expect(error).toEqual({ status: 400, code: 'BAD_REQUEST', fields: [field] })
  })

  it('refuses the cursor of a list in another order', async () => {
    const { cursor } = await page('?limit=1&sort=email')
    expect(errorOf(await service.ask('GET', `/contacts?cursor=${cursor}`))).toMatchObject({
      status: 400,
      fields: ['cursor'],
    })
  })
})
