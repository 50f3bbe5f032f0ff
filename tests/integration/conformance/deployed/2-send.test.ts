import { describe, expect, it } from 'vitest'
import { call, invalid, noon, plain, textAt } from '../../deployed/stand-in/calls'
import { becomes, holds, type Subject, subjects } from './subjects'

const nobody = '00000000-0000-4000-8000-000000000000'
const mail = { to: 'ada@example.com', subject: 'Hi', body: '<p>Hi</p>', from: 'hello@example.com' }
const file = { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' }

/** Waits until so many mails went out. */
function sent(service: Subject, count: number): Promise<void> {
  return becomes(service, '/events?eventName=email.sent', { events: { length: count } })
}

describe.each(subjects)('$name', (candidate) => {
  describe('POST /v1/send (deployed.md section 2)', () => {
    holds(candidate, [
      {
        says: 'takes either a template or a subject and a body',
        asks: 'POST /v1/send',
        body: { to: 'ada@example.com', from: 'hello@example.com', subject: 'Hi' },
        answers: invalid('template'),
      },
      {
        says: 'refuses a subject of more than 998 characters',
        asks: 'POST /v1/send',
        body: { ...mail, subject: 'x'.repeat(999) },
        answers: invalid('subject', 'too_big'),
      },
      {
        says: 'refuses line breaks in a subject',
        asks: 'POST /v1/send',
        body: { ...mail, subject: 'a\r\nBcc: all' },
        answers: invalid('subject'),
      },
      {
        says: 'refuses more than ten attachments',
        asks: 'POST /v1/send',
        body: { ...mail, attachments: Array.from({ length: 11 }, () => file) },
        answers: invalid('attachments', 'too_big'),
      },
      {
        says: 'refuses more than 10 MB of them in all',
        asks: 'POST /v1/send',
        body: { ...mail, attachments: [{ ...file, content: 'A'.repeat(14 * 1024 * 1024) }] },
        answers: invalid('attachments'),
      },
      {
        says: 'wants to know what an inline attachment is called in the mail',
        asks: 'POST /v1/send',
        body: { ...mail, attachments: [{ ...file, disposition: 'inline' }] },
        answers: invalid('attachments.0.contentId'),
      },
      {
        says: 'says of an unknown template what it looked for',
        asks: 'POST /v1/send',
        body: { to: 'ada@example.com', template: nobody },
        answers: {
          status: 404,
          body: { error: { code: 'TEMPLATE_NOT_FOUND', details: { resource: 'Template', id: nobody } } },
        },
      },
      {
        says: 'asks for a sender',
        asks: 'POST /v1/send',
        body: { ...mail, from: undefined },
        answers: invalid('from', 'required'),
      },
      {
        says: 'refuses a sender whose domain is not its own',
        asks: 'POST /v1/send',
        body: { ...mail, from: 'hello@other.example' },
        answers: plain(403),
      },
      {
        says: 'refuses a sender in another case than its domain was added in',
        asks: 'POST /v1/send',
        body: { ...mail, from: 'hello@Example.com' },
        answers: plain(403),
      },
      {
        says: 'refuses a sender below its domain',
        asks: 'POST /v1/send',
        body: { ...mail, from: 'hello@mail.example.com' },
        answers: plain(403),
      },
      {
        says: 'takes any JSON as data',
        asks: 'POST /v1/send',
        body: { ...mail, data: [1, 'two'] },
        answers: { status: 200 },
      },
      {
        says: 'refuses a missing recipient',
        asks: 'POST /v1/send',
        body: { ...mail, to: undefined },
        answers: invalid('to'),
      },
    ])

    it('stops at a marketing template and somebody unsubscribed, after those before were sent', async () => {
      const service = await candidate.open()
      await service.add({ email: 'grace@example.com' })
      const template = { name: 'T', subject: 'S', body: 'B', from: 'a@example.com', type: 'MARKETING' }
      const id = textAt((await call(service, 'POST /templates', template)).body, 'id')
      const body = { to: ['grace@example.com', 'new@example.com'], template: id }
      const keyed = { headers: { 'Idempotency-Key': 'one' } }
      expect(await call(service, 'POST /v1/send', body, keyed)).toMatchObject(plain(400))
      expect((await call(service, 'GET /contacts?search=new')).body).toMatchObject({
        data: [{ email: 'new@example.com', subscribed: false }],
      })
      await sent(service, 1)
      await service.advance(1000)
      expect(await call(service, 'POST /v1/send', body, keyed)).toMatchObject(plain(400))
      await sent(service, 2)
    })

    it('answers in the order of the request, and makes new people unsubscribed', async () => {
      const service = await candidate.open()
      const grace = await service.add({ email: 'grace@example.com' })
      const to = ['Ada@example.com', { name: 'Grace', email: 'grace@example.com' }, 'ada@example.com']
      const answered = await call(service, 'POST /v1/send', { ...mail, to })
      const ada = textAt((await call(service, 'GET /contacts?search=ada')).body, 'data', 0, 'id')
      expect(answered).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: {
            emails: [
              { contact: { id: ada, email: 'ada@example.com' }, email: expect.any(String) },
              { contact: { id: grace.id, email: 'grace@example.com' }, email: expect.any(String) },
              { contact: { id: ada, email: 'ada@example.com' }, email: expect.any(String) },
            ],
            timestamp: new Date(noon).toISOString(),
          },
        },
      })
      expect((await call(service, `GET /contacts/${ada}`)).body).toMatchObject({ subscribed: false })
      expect((await call(service, `GET /contacts/${grace.id}`)).body).toMatchObject({
        subscribed: true,
        data: { name: 'Grace' },
      })
    })

    it('claims keys together with /v1/track', async () => {
      const service = await candidate.open()
      const keyed = { headers: { 'Idempotency-Key': 'one' } }
      await call(service, 'POST /v1/send', mail, keyed)
      const again = await call(
        service,
        'POST /v1/track',
        { event: 'signup', email: 'ada@example.com' },
        keyed,
      )
      expect(again.body).toMatchObject({ error: { details: { originalRequest: 'POST /v1/send' } } })
    })
  })

  describe('POST /v1/verify (deployed.md section 2)', () => {
    const verified = async (email: string) => {
      const service = await candidate.open()
      return call(service, 'POST /v1/verify', { email })
    }

    it('finds nothing wrong with a good address', async () => {
      expect(await verified('ada@example.com')).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: {
            email: 'ada@example.com',
            valid: true,
            isDisposable: false,
            isAlias: false,
            isTypo: false,
            isPlusAddressed: false,
            isPersonalEmail: false,
            domainExists: true,
            hasWebsite: true,
            hasMxRecords: true,
            reasons: expect.any(Array),
          },
        },
      })
    })

    it('stops at a domain without name servers', async () => {
      expect((await verified('ada@nothing.invalid')).body).toMatchObject({
        data: { valid: false, domainExists: false, hasMxRecords: false, reasons: [expect.any(String)] },
      })
    })

    it('calls an address valid whose only fault is a typo, and says what was meant', async () => {
      expect((await verified('ada+list@gamil.com')).body).toMatchObject({
        data: { valid: true, isTypo: true, isPlusAddressed: true, suggestedEmail: 'ada+list@gmail.com' },
      })
    })

    it('refuses what is no address', async () => {
      expect(await verified('ada')).toMatchObject(invalid('email'))
    })
  })
})
