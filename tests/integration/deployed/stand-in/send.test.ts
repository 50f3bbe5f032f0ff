import { describe, expect, it } from 'vitest'
import { call, invalid, noon, plain, standard, started, table, textAt } from './calls'

const nobody = '00000000-0000-4000-8000-000000000000'
const mail = { to: 'ada@example.com', subject: 'Hi', body: '<p>Hi</p>', from: 'hello@example.com' }
const file = { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' }

describe('POST /v1/send (deployed.md section 2)', () => {
  table(
    [
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
        says: 'refuses a missing recipient',
        asks: 'POST /v1/send',
        body: { ...mail, to: undefined },
        answers: invalid('to'),
      },
    ],
    () => undefined,
  )

  it('sends to each in the order of the request, and makes new people unsubscribed', async () => {
    const service = await started()
    service.add({ email: 'grace@example.com' })
    const to = ['Ada@example.com', { name: 'Grace', email: 'grace@example.com' }]
    const { status, body } = await call(service, 'POST /v1/send', { ...mail, to })
    const [ada, grace] = ['ada@example.com', 'grace@example.com'].map((email) =>
      service.state.contacts.withEmail(email),
    )
    const [first, second] = service.state.emails.all()
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          emails: [
            { contact: { id: ada?.id, email: 'ada@example.com' }, email: first?.id },
            { contact: { id: grace?.id, email: 'grace@example.com' }, email: second?.id },
          ],
          timestamp: new Date(noon).toISOString(),
        },
      },
    })
    expect(ada).toMatchObject({ subscribed: false })
    expect(grace).toMatchObject({ subscribed: true, data: { name: 'Grace' } })
    expect(first).toMatchObject({ status: 'SENT', class: 'transactional', headers: {} })
    expect(service.state.events.of(ada?.id ?? '').map(({ name }) => name)).toEqual([
      'email.sent',
      'email.delivery',
    ])
  })

  it('prefers what a request says to what its template does', async () => {
    const service = await started()
    const template = {
      name: 'T',
      subject: 'Theirs',
      body: 'B',
      from: 'a@example.com',
      fromName: 'A',
      type: 'TRANSACTIONAL',
    }
    const id = textAt((await call(service, 'POST /templates', template)).body, 'id')
    const ours = {
      to: 'ada@example.com',
      template: id,
      subject: 'Ours',
      from: { name: 'Me', email: 'me@example.com' },
    }
    await call(service, 'POST /v1/send', { ...ours, reply: 'help@example.com' })
    expect(service.state.emails.all()).toMatchObject([
      { subject: 'Ours', body: 'B', from: 'me@example.com', fromName: 'Me', replyTo: 'help@example.com' },
    ])
  })

  it('stops at a marketing template and somebody unsubscribed, after those before were sent', async () => {
    const service = await started()
    service.add({ email: 'grace@example.com' })
    const template = { name: 'T', subject: 'S', body: 'B', from: 'a@example.com', type: 'MARKETING' }
    const id = textAt((await call(service, 'POST /templates', template)).body, 'id')
    const body = { to: ['grace@example.com', 'new@example.com'], template: id }
    const keyed = { headers: { 'Idempotency-Key': 'one' } }
    expect(await call(service, 'POST /v1/send', body, keyed)).toMatchObject(plain(400))
    expect(service.state.contacts.withEmail('new@example.com')).toMatchObject({ subscribed: false })
    expect(service.state.emails.all()).toHaveLength(1)
    await call(service, 'POST /v1/send', body, keyed)
    expect(service.state.emails.all()).toHaveLength(2)
  })

  it('claims keys together with /v1/track', async () => {
    const service = await started()
    const keyed = { headers: { 'Idempotency-Key': 'one' } }
    await call(service, 'POST /v1/send', mail, keyed)
    const again = await call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com' }, keyed)
    expect(again.body).toMatchObject({ error: { details: { originalRequest: 'POST /v1/send' } } })
  })

  it('says 429 without a time to wait where the quota is used up', async () => {
    const service = await started()
    service.state.project.overQuota = true
    const refused = await call(service, 'POST /v1/send', mail)
    expect(refused).toMatchObject(plain(429))
    expect(refused.headers.get('retry-after')).toBeNull()
  })

  it('has a bucket of its own', async () => {
    const service = await started({ rateLimits: true })
    expect((await call(service, 'POST /v1/send', mail)).headers.get('ratelimit-limit')).toBe('50')
    service.state.buckets.set('send', { tokens: 0, at: noon })
    expect(await call(service, 'POST /v1/send', mail)).toMatchObject(standard(429, 'RATE_LIMIT_EXCEEDED'))
  })
})

describe('POST /v1/verify (deployed.md section 2)', () => {
  const verified = async (email: string) => {
    const service = await started()
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
          reasons: [],
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
    expect((await verified('ada+list@gmial.com')).body).toMatchObject({
      data: { valid: true, isTypo: true, isPlusAddressed: true, suggestedEmail: 'ada+list@gmail.com' },
    })
  })

  it('refuses what is no address', async () => {
    expect(await verified('ada')).toMatchObject(invalid('email'))
  })
})
