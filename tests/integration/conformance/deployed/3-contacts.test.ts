import { describe, expect, it } from 'vitest'
import { call, flat, member, plain, textAt } from '../../deployed/stand-in/calls'
import { holds, type Subject, subjects } from './subjects'

describe.each(subjects)('$name', (candidate) => {
  describe('contacts (deployed.md section 3)', () => {
    holds(
      candidate,
      [
        {
          says: 'asks for an address',
          asks: 'POST /contacts',
          body: { data: {} },
          answers: flat(400),
        },
        {
          says: 'does not look at what an address is made of',
          asks: 'POST /contacts',
          body: { email: ' No Address ' },
          answers: { status: 201, body: { email: 'no address' } },
        },
        {
          says: 'creates a subscribed contact, with null where there is nothing',
          asks: 'POST /contacts',
          body: { email: 'Ada@Example.com' },
          answers: {
            status: 201,
            body: {
              email: 'ada@example.com',
              data: null,
              subscribed: true,
              snoozedUntil: null,
              projectId: expect.any(String),
              createdAt: '2026-09-01T12:00:00.000Z',
              updatedAt: '2026-09-01T12:00:00.000Z',
              _meta: { isNew: true, isUpdate: false },
            },
          },
        },
        {
          says: 'updates the contact that has the address already',
          asks: 'POST /contacts',
          body: { email: 'GRACE@example.com', data: null },
          answers: {
            status: 200,
            body: { data: { plan: 'pro', city: 'Rome' }, _meta: { isNew: false, isUpdate: true } },
          },
        },
        {
          says: 'merges data one level deep: null deletes, an empty text is skipped',
          asks: 'POST /contacts',
          body: { email: 'grace@example.com', data: { plan: null, city: '', age: 0, of: { a: 1 } } },
          answers: { status: 200, body: { data: { city: 'Rome', age: 0, of: { a: 1 } } } },
        },
        {
          says: 'stores null where nothing is left of the data',
          asks: 'POST /contacts',
          body: { email: 'grace@example.com', data: { plan: null, city: null } },
          answers: { status: 200, body: { data: null } },
        },
        {
          says: 'drops the keys that are its own, and what is for one call only',
          asks: 'POST /contacts',
          body: {
            email: 'ada@example.com',
            data: { id: '1', email: 'x', manageUrl: 'x', code: { value: 7, persistent: false } },
          },
          answers: { status: 201, body: { data: null } },
        },
        {
          says: 'refuses a locale that is no text',
          asks: 'POST /contacts',
          body: { email: 'ada@example.com', data: { locale: 5 } },
          answers: plain(400),
        },
        {
          says: 'does not find a contact by its address',
          asks: 'GET /contacts/grace@example.com',
          answers: plain(404, 'Contact not found'),
        },
        {
          says: 'says which of some addresses it has, as they were asked',
          asks: 'POST /contacts/lookup',
          body: { emails: ['GRACE@example.com', 'ada@example.com'] },
          answers: { status: 200, body: { found: ['GRACE@example.com'], notFound: ['ada@example.com'] } },
        },
        {
          says: 'looks up at least one address',
          asks: 'POST /contacts/lookup',
          body: { emails: [] },
          answers: flat(400),
        },
        {
          says: 'looks up at most 500',
          asks: 'POST /contacts/lookup',
          body: { emails: Array.from({ length: 501 }, (_, index) => `person${index}@example.com`) },
          answers: flat(400),
        },
      ],
      async (service) => {
        await service.add({ email: 'grace@example.com', data: { plan: 'pro', city: 'Rome' } })
      },
    )

    it('makes an event of a flip, and of no creation', async () => {
      const service = await candidate.open()
      await call(service, 'POST /contacts', { email: 'ada@example.com', subscribed: false })
      await call(service, 'POST /contacts', { email: 'ada@example.com' })
      expect((await call(service, 'GET /events')).body).toEqual({ events: [] })
      await call(service, 'POST /contacts', { email: 'ada@example.com', subscribed: true })
      expect((await call(service, 'GET /events')).body).toMatchObject({
        events: [{ name: 'contact.subscribed' }],
      })
    })

    it('changes a contact: an object is merged, null clears, anything else is refused', async () => {
      const service = await candidate.open()
      const { id } = await service.add({ email: 'ada@example.com', data: { plan: 'pro' } })
      await service.add({ email: 'grace@example.com' })
      const patch = (body: unknown) => call(service, `PATCH /contacts/${id}`, body)
      expect(await patch({ data: { city: 'Rome' } })).toMatchObject({
        status: 200,
        body: { data: { plan: 'pro', city: 'Rome' } },
      })
      expect(await patch({ data: [1] })).toMatchObject(plain(400))
      expect(await patch({ data: null })).toMatchObject({ status: 200, body: { data: null } })
      expect(await patch({ email: 'grace@example.com' })).toMatchObject(plain(409))
      expect(await patch({ email: 'Ada@New.example' })).toMatchObject({
        status: 200,
        body: { email: 'ada@new.example' },
      })
      expect(await patch({ subscribed: false })).toMatchObject({ status: 200, body: { subscribed: false } })
      expect((await call(service, 'GET /events')).body).toMatchObject({
        events: [{ name: 'contact.unsubscribed', contactId: id }],
      })
    })

    it('deletes a contact with its events', async () => {
      const service = await candidate.open()
      const tracked = await call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com' })
      const id = textAt(tracked.body, 'data', 'contact')
      expect(await call(service, `DELETE /contacts/${id}`)).toMatchObject({ status: 204, body: null })
      expect((await call(service, 'GET /events')).body).toEqual({ events: [] })
      expect(await call(service, `DELETE /contacts/${id}`)).toMatchObject(plain(404))
    })
  })

  describe('the list of contacts (deployed.md section 3)', () => {
    const emails = (body: unknown) => {
      const data = member(body, 'data')
      return Array.isArray(data) ? data.map((row: unknown) => textAt(row, 'email')) : []
    }

    it('goes on from the id of the last row, newest first, and has no cursor at its end', async () => {
      const service = await candidate.open()
      await service.seed(5)
      const first = await call(service, 'GET /contacts?limit=3')
      expect(emails(first.body)).toEqual([
        'person0@example.com',
        'person1@example.com',
        'person2@example.com',
      ])
      const cursor = textAt(first.body, 'data', 2, 'id')
      expect(first.body).toMatchObject({ total: 5, cursor, hasMore: true })
      const second = await call(service, `GET /contacts?limit=3&cursor=${cursor}`)
      expect(emails(second.body)).toEqual(['person3@example.com', 'person4@example.com'])
      expect(second.body).toMatchObject({ total: 0, hasMore: false })
      expect(second.body).not.toHaveProperty('cursor')
    })

    it('answers a cursor whose contact is gone like the end of the list', async () => {
      const service = await candidate.open()
      await service.seed(5)
      const { body } = await call(service, 'GET /contacts?limit=3')
      const cursor = textAt(body, 'cursor')
      await call(service, `DELETE /contacts/${cursor}`)
      const after = await call(service, `GET /contacts?limit=3&cursor=${cursor}`)
      expect(after).toMatchObject({ status: 200, body: { data: [], total: 0, hasMore: false } })
      expect(after.body).not.toHaveProperty('cursor')
    })

    it.each([
      ['limit=500', 100],
      ['limit=0', 20],
      ['limit=many', 20],
      ['', 20],
    ])('holds as many rows as %j lets it', async (query, rows) => {
      const service = await candidate.open()
      await service.seed(120)
      expect(emails((await call(service, `GET /contacts?${query}`)).body)).toHaveLength(rows)
    })

    it.each([
      ['search=RSON1', 11],
      ['subscribed=true', 10],
      ['subscribed=false', 10],
      ['subscribed=perhaps', 20],
      ['status=snoozed', 0],
    ])('counts those whom %j leaves', async (query, total) => {
      const service = await candidate.open()
      await service.seed(20, (index) => ({ subscribed: index % 2 === 0 }))
      expect((await call(service, `GET /contacts?${query}`)).body).toMatchObject({ total })
    })

    it('sorts by address both ways', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const { body } = await call(service, 'GET /contacts?sort=email&dir=asc&limit=2')
      expect(emails(body)).toEqual(['person0@example.com', 'person1@example.com'])
      const next = await call(
        service,
        `GET /contacts?sort=email&dir=asc&limit=2&cursor=${textAt(body, 'cursor')}`,
      )
      expect(emails(next.body)).toEqual(['person2@example.com'])
    })
  })

  describe('fields (deployed.md section 3)', () => {
    const filled = async (service: Subject) => {
      await service.add({ email: 'a@example.com', data: { plan: 'pro', since: '2026-01-02' } })
      await service.add({ email: 'b@example.com', data: { plan: 'free', age: 5 } })
      await service.add({ email: 'c@example.com', data: { plan: 'free' } })
    }
    holds(
      candidate,
      [
        {
          says: 'lists the fields of every contact and those of their data, with the share of people who have one',
          asks: 'GET /contacts/fields',
          answers: {
            status: 200,
            body: {
              fields: [
                { field: 'createdAt', type: 'date', coverage: 100 },
                { field: 'data.age', type: 'number', coverage: 33 },
                { field: 'data.plan', type: 'string', coverage: 100 },
                { field: 'data.since', type: 'date', coverage: 33 },
                { field: 'email', type: 'string', coverage: 100 },
                { field: 'subscribed', type: 'boolean', coverage: 100 },
                { field: 'updatedAt', type: 'date', coverage: 100 },
              ],
              count: 7,
            },
          },
        },
        {
          says: 'lists the values of a field once each',
          asks: 'GET /contacts/fields/data.plan/values?limit=500',
          answers: {
            status: 200,
            body: { field: 'data.plan', values: ['free', 'pro'], count: 2, limit: 200 },
          },
        },
        {
          says: 'lists both values of the subscription, whatever there is',
          asks: 'GET /contacts/fields/subscribed/values',
          answers: { status: 200, body: { field: 'subscribed', values: [true, false], count: 2 } },
        },
        {
          says: 'says that everybody has what every contact has',
          asks: 'GET /contacts/fields/email/usage',
          answers: { status: 200, body: { contactCount: 3 } },
        },
        {
          says: 'says who has a field',
          asks: 'GET /contacts/fields/data.plan/usage',
          answers: {
            status: 200,
            body: { usedInSegments: [], usedInCampaigns: [], contactCount: 3, canDelete: true },
          },
        },
        {
          says: 'deletes a field of everybody',
          asks: 'DELETE /contacts/fields/data.age',
          answers: { status: 200, body: { deletedFrom: 1 } },
        },
        {
          says: 'fails on deleting what is no data',
          asks: 'DELETE /contacts/fields/email',
          answers: flat(500),
        },
      ],
      filled,
    )
  })

  describe('what no contact can be (deployed.md section 3)', () => {
    holds(candidate, [
      {
        says: 'breaks on an address to look up that is no text',
        asks: 'POST /contacts/lookup',
        body: { emails: ['ada@example.com', 5] },
        answers: plain(500),
      },
      { says: 'breaks on a limit below nothing', asks: 'GET /contacts?limit=-1', answers: plain(500) },
    ])

    it('calls a field of true and false a boolean', async () => {
      const service = await candidate.open()
      await service.add({ email: 'ada@example.com', data: { vip: true } })
      await service.add({ email: 'bo@example.com', data: { vip: false } })
      expect((await call(service, 'GET /workflows/fields')).body).toMatchObject({
        typedFields: [{}, {}, { field: 'data.vip', type: 'boolean' }],
      })
    })
  })

  describe('what needs no key (deployed.md section 8)', () => {
    it('shows and writes the subscription of one contact', async () => {
      const service = await candidate.open()
      const { id } = await service.add({ email: 'ada@example.com', data: { locale: 'de' } })
      const open = { authorization: null }
      expect((await call(service, `GET /contacts/public/${id}`, undefined, open)).body).toEqual({
        id,
        email: 'ada@example.com',
        subscribed: true,
        language: 'de',
      })
      const left = await call(service, `POST /contacts/public/${id}/unsubscribe`, {}, open)
      expect(left).toMatchObject({ status: 200, body: { id, subscribed: false } })
      expect((await call(service, `POST /contacts/public/${id}/subscribe`, {}, open)).body).toMatchObject({
        subscribed: true,
      })
      expect((await call(service, 'GET /events')).body).toMatchObject({ events: { length: 2 } })
    })

    it('takes the one click of a mail program', async () => {
      const service = await candidate.open()
      const { id } = await service.add({ email: 'ada@example.com' })
      expect((await call(service, `GET /unsubscribe/${id}`, undefined, { authorization: null })).status).toBe(
        302,
      )
      const clicked = await call(service, `POST /unsubscribe/${id}`, undefined, { authorization: null })
      expect(clicked).toMatchObject({ status: 200, body: expect.any(String) })
      expect((await call(service, `GET /contacts/${id}`)).body).toMatchObject({ subscribed: false })
    })
  })
})
