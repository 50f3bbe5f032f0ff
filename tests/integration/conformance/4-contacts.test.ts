import { describe, expect, it } from 'vitest'
import { contactSchema, upsertedContactSchema } from '../../../src-shared/interface/contact'
import { pageOf, readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { fitting, make } from './made'
import { expectRefusal } from './refusals'
import { prefix, uniqueAddress } from './subject'
import { conformance } from './suite'

conformance('4 /contacts', (the) => {
  const post = (body: unknown) => the.service.ask('POST', '/contacts', { body })
  const patch = (id: string, body: unknown) => the.service.ask('PATCH', `/contacts/${id}`, { body })
  const get = async (id: string) => recordOf(await the.service.ask('GET', `/contacts/${id}`), contactSchema)

  describe('POST', () => {
    it('creates: 201, and _meta says so', async () => {
      const answer = await post(fitting.contact())
      const made = recordOf(answer, upsertedContactSchema)
      the.service.keep(`/contacts/${made.id}`)
      expect(answer.status).toBe(201)
      expect(made._meta).toMatchObject({ isNew: true, isUpdate: false })
    })

    it('updates what has the address: 200, and _meta says so', async () => {
      const made = await make.contact(the.service)
      const answer = await post({ email: made.email, data: { plan: 'pro' } })
      expect(answer.status).toBe(200)
      expect(recordOf(answer, upsertedContactSchema)).toMatchObject({
        id: made.id,
        data: { plan: 'pro' },
        _meta: { isNew: false, isUpdate: true },
      })
    })

    it('subscribes a new contact unless said', async () => {
      expect((await make.contact(the.service)).subscribed).toBe(true)
      expect((await make.contact(the.service, { subscribed: false })).subscribed).toBe(false)
    })

    it('keeps the keys of data that it does not name', async () => {
      const { email } = await make.contact(the.service, { data: { kept: 1, changed: 1 } })
      const made = recordOf(await post({ email, data: { changed: 2 } }), upsertedContactSchema)
      expect(made.data).toMatchObject({ kept: 1, changed: 2 })
    })

    it.each([
      ['null deletes a key', { a: null }, { b: 2 }],
      ['an empty string is skipped', { a: '' }, { a: 1, b: 2 }],
      ['what is not persistent is not stored', { c: { value: 9, persistent: false } }, { a: 1, b: 2 }],
      ['a reserved key is dropped', { id: 'x', email: 'y', plunk_id: 'z', manageUrl: 'm' }, { a: 1, b: 2 }],
      ['the other reserved keys are dropped', { unsubscribeUrl: 'x', subscribeUrl: 'y' }, { a: 1, b: 2 }],
    ])('in data, %s', async (_rule, data, expected) => {
      const { id, email } = await make.contact(the.service, { data: { a: 1, b: 2 } })
      await post({ email, data })
      expect((await get(id)).data).toEqual(expected)
    })

    it('keeps data of every kind', async () => {
      const data = {
        text: 'Ærø',
        number: -1.5,
        no: false,
        list: [1, { a: 2 }],
        deep: { er: { still: 'here' } },
      }
      const { id } = await make.contact(the.service, { data })
      expect((await get(id)).data).toEqual(data)
    })

    it.each([
      ['no address', {}, 'email'],
      ['an address of null', { email: null }, 'email'],
      ['an address without a domain', { email: 'nobody' }, 'email'],
      ['an address with a space', { email: 'no body@example.com' }, 'email'],
      ['an address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
      ['a number as address', { email: 7 }, 'email'],
      ['subscribed as text', { email: uniqueAddress(), subscribed: 'true' }, 'subscribed'],
      ['data as text', { email: uniqueAddress(), data: 'a' }, 'data'],
      ['data as a list', { email: uniqueAddress(), data: [1] }, 'data'],
    ])('refuses %s with 422', async (_what, body, field) => {
      expectRefusal(the, await post(body), 'VALIDATION_ERROR', field)
    })
  })

  describe('GET /contacts/:id', () => {
    it('gives what was created, without _meta', async () => {
      const made = await make.contact(the.service, { data: { plan: 'pro' } })
      const read = await get(made.id)
      expect(read).toMatchObject({ id: made.id, email: made.email, data: { plan: 'pro' }, subscribed: true })
      expect(read).not.toHaveProperty('_meta')
    })
  })

  describe('PATCH /contacts/:id', () => {
    it('changes the subscription alone', async () => {
      const made = await make.contact(the.service, { data: { a: 1 } })
      const changed = recordOf(await patch(made.id, { subscribed: false }), contactSchema)
      expect(changed).toMatchObject({ id: made.id, email: made.email, subscribed: false, data: { a: 1 } })
      expect(await get(made.id)).toMatchObject({ subscribed: false })
    })

    it('merges data, and deletes what is null', async () => {
      const { id } = await make.contact(the.service, { data: { a: 1, b: 2 } })
      await patch(id, { data: { a: null, c: 3 } })
      expect((await get(id)).data).toEqual({ b: 2, c: 3 })
    })

    it('changes nothing when it says nothing', async () => {
      const made = await make.contact(the.service, { data: { a: 1 } })
      expect(recordOf(await patch(made.id, {}), contactSchema)).toMatchObject({
        data: { a: 1 },
        subscribed: true,
      })
    })

    it.each([
      ['subscribed as a number', { subscribed: 1 }, 'subscribed'],
      ['data as a list', { data: [] }, 'data'],
      ['an address that is none', { email: 'nobody' }, 'email'],
    ])('refuses %s with 422', async (_what, body, field) => {
      const { id } = await make.contact(the.service)
      expectRefusal(the, await patch(id, body), 'VALIDATION_ERROR', field)
    })

    it('refuses the address of another contact', async () => {
      const [one, other] = [await make.contact(the.service), await make.contact(the.service)]
      expectRefusal(the, await patch(one.id, { email: other.email }), 'CONFLICT')
    })
  })

  describe('DELETE /contacts/:id', () => {
    it('deletes, and then there is none', async () => {
      const { id } = await make.contact(the.service)
      expect([200, 204]).toContain((await the.service.ask('DELETE', `/contacts/${id}`)).status)
      expectRefusal(the, await the.service.ask('GET', `/contacts/${id}`), 'CONTACT_NOT_FOUND')
      expectRefusal(the, await patch(id, { subscribed: true }), 'CONTACT_NOT_FOUND')
      expectRefusal(the, await the.service.ask('DELETE', `/contacts/${id}`), 'CONTACT_NOT_FOUND')
    })
  })

  describe('GET', () => {
    it('lists contacts as they are read one by one', async () => {
      const made = await make.contact(the.service, { data: { a: [1] } })
      const { items } = await pageOf(the.service, lists.contacts, { limit: 1 }, { search: made.email })
      expect(items).toEqual([await get(made.id)])
    })

    it('searches by address', async () => {
      const made = [await make.contact(the.service), await make.contact(the.service)]
      const found = await readAll(the.service, lists.contacts, 100, { search: made[0]!.email })
      expect(found.map(({ id }) => id)).toEqual([made[0]!.id])
      expect(await readAll(the.service, lists.contacts, 100, { search: `${prefix}-none` })).toEqual([])
    })

    it.each(['true', 'false'])('filters by subscribed=%s', async (subscribed) => {
      const email = uniqueAddress(`filter-${subscribed}`)
      const [yes, no] = [`yes-${email}`, `no-${email}`]
      await make.contact(the.service, { email: yes, subscribed: true })
      await make.contact(the.service, { email: no, subscribed: false })
      const found = await readAll(the.service, lists.contacts, 100, { search: email, subscribed })
      expect(found.map((contact) => contact.email)).toEqual([subscribed === 'true' ? yes : no])
    })

    it.each(['maybe', '1', 'TRUE'])('refuses subscribed=%s with 400', async (value) => {
      expectRefusal(
        the,
        await the.service.ask('GET', `/contacts?subscribed=${value}`),
        'BAD_REQUEST',
        'subscribed',
      )
    })
  })

  it.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown id is 404', async (method) => {
    for (const id of [nobody, 'cnt_0000000000', 'nonsense', '%27%20OR%201=1', '..%2Fdomains', '1']) {
      const body = method === 'PATCH' ? {} : undefined
      const answer = await the.service.ask(method, `/contacts/${id}`, { body })
      expectRefusal(the, answer, 'CONTACT_NOT_FOUND')
    }
  })
})
