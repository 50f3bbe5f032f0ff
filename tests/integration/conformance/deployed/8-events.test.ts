import { describe, expect, it } from 'vitest'
import { call, flat, invalid, member, plain, textAt } from '../../deployed/stand-in/calls'
import { holds, type Subject, subjects } from './subjects'

describe.each(subjects)('$name', (candidate) => {
  describe('POST /v1/track (deployed.md section 2)', () => {
    it('creates a subscribed contact and records the event', async () => {
      const service = await candidate.open()
      const { status, body } = await call(service, 'POST /v1/track', {
        event: 'signup',
        email: 'Ada@example.com',
      })
      const contact = member((await call(service, 'GET /contacts')).body, 'data', 0)
      const event = member((await call(service, 'GET /events')).body, 'events', 0)
      expect(contact).toMatchObject({ email: 'ada@example.com', subscribed: true })
      const timestamp = '2026-09-01T12:00:00.000Z'
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          data: { contact: member(contact, 'id'), event: member(event, 'id'), timestamp },
        },
      })
    })

    it('merges data into the contact and keeps it raw on the event', async () => {
      const service = await candidate.open()
      const data = { plan: 'pro', code: { value: 7, persistent: false } }
      await call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com', data })
      expect(member((await call(service, 'GET /contacts')).body, 'data', 0, 'data')).toEqual({ plan: 'pro' })
      expect(member((await call(service, 'GET /events')).body, 'events', 0, 'data')).toEqual(data)
    })

    it('records a flip before the event itself', async () => {
      const service = await candidate.open()
      await service.add({ email: 'ada@example.com' })
      await call(service, 'POST /v1/track', { event: 'left', email: 'ada@example.com', subscribed: false })
      expect((await call(service, 'GET /events')).body).toMatchObject({
        events: [{ name: 'left' }, { name: 'contact.unsubscribed' }],
      })
    })

    it.each([
      'email.open',
      'contact.subscribed',
      'contact.unsubscribed',
      'segment.x.entry',
      'segment.x.exit',
    ])('refuses the reserved name %s', async (event) => {
      const service = await candidate.open()
      const refused = await call(service, 'POST /v1/track', { event, email: 'ada@example.com' })
      expect(refused).toMatchObject(invalid('event', 'reserved_event'))
    })
  })

  describe('events (deployed.md section 8)', () => {
    const filled = async (service: Subject) => {
      for (const event of ['signup', 'login', 'login']) {
        await call(service, 'POST /v1/track', { event, email: 'ada@example.com' })
      }
    }
    holds(
      candidate,
      [
        {
          says: 'lists what happened newest first, with the address of whom it happened to',
          asks: 'GET /events?limit=1',
          answers: {
            status: 200,
            body: {
              events: [{ name: 'login', data: null, emailId: null, contact: { email: 'ada@example.com' } }],
            },
          },
        },
        {
          says: 'lists what has one name',
          asks: 'GET /events?eventName=signup',
          answers: { status: 200, body: { events: [{ name: 'signup' }] } },
        },
        {
          says: 'lists the names, most frequent first',
          asks: 'GET /events/names',
          answers: { status: 200, body: { eventNames: ['login', 'signup'] } },
        },
        {
          says: 'counts each name in a bare list',
          asks: 'GET /events/stats',
          answers: {
            status: 200,
            body: [
              { name: 'login', count: 2 },
              { name: 'signup', count: 1 },
            ],
          },
        },
        {
          says: 'knows nothing of an unknown contact',
          asks: 'GET /events/contact/nobody',
          answers: { status: 200, body: { events: [] } },
        },
        {
          says: 'says how often a name came, and to how many',
          asks: 'GET /events/login/usage',
          answers: {
            status: 200,
            body: {
              usedInSegments: [],
              usedInWorkflows: [],
              totalCount: 2,
              uniqueContacts: 1,
              canDelete: true,
            },
          },
        },
        {
          says: 'forgets a name',
          asks: 'DELETE /events/login',
          answers: { status: 200, body: { deletedCount: 2 } },
        },
        { says: 'keeps its own names', asks: 'DELETE /events/email.sent', answers: flat(400) },
        {
          says: 'accepts a reserved name by the secret key, of nobody',
          asks: 'POST /events/track',
          body: { name: 'email.open', data: { a: 1 } },
          answers: {
            status: 201,
            body: {
              name: 'email.open',
              contactId: null,
              emailId: null,
              data: { a: 1 },
              projectId: expect.any(String),
            },
          },
        },
        {
          says: 'asks for a name',
          asks: 'POST /events/track',
          body: { data: { a: 1 } },
          answers: flat(400),
        },
        {
          says: 'keeps data that is no object as it is',
          asks: 'POST /events/track',
          body: { name: 'signup', data: 'by phone' },
          answers: { status: 201, body: { name: 'signup', data: 'by phone' } },
        },
        { says: 'breaks on a limit below nothing', asks: 'GET /events?limit=-1', answers: plain(500) },
        {
          says: 'breaks on a mail that is not there',
          asks: 'POST /events/track',
          body: { name: 'signup', emailId: '00000000-0000-4000-8000-000000000000' },
          answers: plain(500),
        },
        {
          says: 'breaks on a contact that is not there',
          asks: 'POST /events/track',
          body: { name: 'signup', contactId: 'nobody' },
          answers: plain(500),
        },
      ],
      filled,
    )

    it('takes the mail that an event is about', async () => {
      const service = await candidate.open()
      const mail = { to: 'ada@example.com', subject: 'S', body: 'B', from: 'a@example.com' }
      const sent = await call(service, 'POST /v1/send', mail)
      const emailId = textAt(sent.body, 'data', 'emails', 0, 'email')
      const tracked = await call(service, 'POST /events/track', { name: 'praised', emailId })
      expect(tracked).toMatchObject({ status: 201, body: { name: 'praised', emailId, contactId: null } })
    })

    it('has no most of a list', async () => {
      const service = await candidate.open()
      for (let index = 0; index < 120; index++) await call(service, 'POST /events/track', { name: 'tick' })
      const all = await call(service, 'GET /events?limit=5000')
      expect(all.body).toMatchObject({ events: { length: 120 } })
      expect((await call(service, 'GET /events')).body).toMatchObject({ events: { length: 100 } })
    })

    it('has the last fifty of a contact, without the contact in them', async () => {
      const service = await candidate.open()
      const { id } = await service.add({ email: 'ada@example.com', data: { plan: 'pro' } })
      await call(service, 'POST /events/track', { name: 'tick', contactId: id, data: { plan: 'free' } })
      const { body } = await call(service, `GET /events/contact/${id}`)
      expect(body).toMatchObject({ events: [{ name: 'tick', contactId: id }] })
      expect(body).not.toMatchObject({ events: [{ contact: expect.anything() }] })
      expect(member((await call(service, `GET /contacts/${id}`)).body, 'data')).toEqual({ plan: 'pro' })
    })
  })
})
