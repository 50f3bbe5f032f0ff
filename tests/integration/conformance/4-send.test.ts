import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactSchema } from '../../../src-shared/interface/contact'
import { sendResultSchema } from '../../../src-shared/interface/send'
import { until } from '../../fixtures/until'
import { readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { make } from './made'
import { expectOneOf, expectRefusal, refusalOf } from './refusals'
import { uniqueAddress, uniqueName } from './subject'
import { conformance } from './suite'

const envelope = z.object({ success: z.literal(true), data: sendResultSchema })
const mail = { subject: 'Hello', body: '<p>Hello</p>' }

conformance('4 POST /v1/send', (the) => {
  const post = (body: unknown, headers?: Record<string, string>) =>
    the.service.ask('POST', '/v1/send', {
      body: { from: the.service.sender, ...mail, ...Object(body) },
      headers,
    })
  const send = async (body: unknown, headers?: Record<string, string>) => {
    const answer = await post(body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return envelope.parse(answer.body).data
  }
  const contact = async (id: string) =>
    recordOf(await the.service.ask('GET', `/contacts/${id}`), contactSchema)

  the.whereSending('sending one message', () => {
    it('answers {success, data: {emails, timestamp}} in every dialect', async () => {
      const to = the.service.recipient
      const { emails, timestamp } = await send({ to })
      expect(emails).toEqual([
        { contact: { id: expect.any(String), email: to }, email: expect.stringMatching(/./) },
      ])
      expect(new Date(timestamp).toISOString()).toBe(timestamp)
    })
  })

  the.onlyEmbedded('sending to many, and to contacts that change by it', 'people would get it', () => {
    it('creates the contact, not subscribed unless said', async () => {
      const { emails } = await send({ to: uniqueAddress() })
      expect((await contact(emails[0]!.contact.id)).subscribed).toBe(false)
      const other = await send({ to: uniqueAddress(), subscribed: true })
      expect((await contact(other.emails[0]!.contact.id)).subscribed).toBe(true)
    })

    it('leaves the subscription of a contact that is there unless said', async () => {
      const made = await make.contact(the.service, { subscribed: true })
      await send({ to: made.email })
      expect((await contact(made.id)).subscribed).toBe(true)
      await send({ to: made.email, subscribed: false })
      expect((await contact(made.id)).subscribed).toBe(false)
    })

    it.each([
      ['an address', (email: string) => email],
      ['a name and an address', (email: string) => ({ name: 'Åse Ø', email })],
      ['an address in an object', (email: string) => ({ email })],
      ['a list of one', (email: string) => [email]],
    ])('takes %s as to', async (_what, to) => {
      const email = uniqueAddress()
      const { emails } = await send({ to: to(email) })
      expect(emails.map((sent) => sent.contact.email)).toEqual([email])
    })

    it('answers with one entry for each recipient, in order', async () => {
      const to = [uniqueAddress(), { name: 'B', email: uniqueAddress() }, uniqueAddress()]
      const { emails } = await send({ to })
      const addresses = to.map((one) => (typeof one === 'string' ? one : one.email))
      expect(emails.map((sent) => sent.contact.email)).toEqual(addresses)
      expect(new Set(emails.map(({ email }) => email)).size).toBe(3)
    })

    it('stores data with the contact, but for what is not persistent', async () => {
      const { emails } = await send({
        to: uniqueAddress(),
        data: { plan: 'pro', code: { value: '1234', persistent: false } },
      })
      expect((await contact(emails[0]!.contact.id)).data).toEqual({ plan: 'pro' })
    })

    it.each([
      ['a name and an address', (from: string) => ({ from: { name: 'The harbour', email: from } })],
      ['a name beside it', (from: string) => ({ from, name: 'The harbour' })],
      ['a reply-to', (from: string) => ({ from, reply: 'harbour@example.com' })],
      ['headers of its own', (from: string) => ({ from, headers: { 'X-Harbour': 'Hull', 'X-Ref': '1' } })],
    ])('takes a sender with %s', async (_what, more) => {
      await send({ to: uniqueAddress(), ...more(the.service.sender ?? '') })
    })

    it('takes what it needs from a template', async () => {
      const { id } = await make.template(the.service, { from: the.service.sender })
      const to = uniqueAddress()
      const only = { to, template: id, from: undefined, subject: undefined, body: undefined }
      expect((await send(only)).emails).toHaveLength(1)
    })

    it('lets the request go before the template', async () => {
      const { id } = await make.template(the.service, { from: the.service.sender })
      await send({ to: uniqueAddress(), template: id })
      expectOneOf(
        await post({ to: uniqueAddress(), template: id, from: 'a@unverified.example' }),
        400,
        403,
        422,
      )
    })

    it('needs a sender where the template has none', async () => {
      const { id } = await make.template(the.service)
      const body = { to: uniqueAddress(), template: id, from: undefined }
      expectRefusal(the, await post(body), 'VALIDATION_ERROR', 'from')
    })

    it('takes attachments', async () => {
      const content = Buffer.from('a,b').toString('base64')
      const attachments = [
        { filename: 'a.csv', content, contentType: 'text/csv' },
        { filename: 'b', content },
      ]
      await send({ to: uniqueAddress(), attachments })
    })

    it('lists what was sent as events of the contact', async () => {
      const { emails } = await send({ to: uniqueAddress() })
      await until(
        () => readAll(the.service, lists.events, 100, { eventName: 'email.sent' }),
        (events) => events.some(({ contactId }) => contactId === emails[0]!.contact.id),
      )
    })

    describe('with an Idempotency-Key', () => {
      it('happens once, across both endpoints', async () => {
        const headers = { 'Idempotency-Key': uniqueName('key') }
        await send({ to: uniqueAddress() }, headers)
        expectRefusal(the, await post({ to: uniqueAddress() }, headers), 'IDEMPOTENCY_KEY_REUSED')
        const body = { email: uniqueAddress(), event: 'x' }
        const tracked = await the.service.ask('POST', '/v1/track', { body, headers })
        expectRefusal(the, tracked, 'IDEMPOTENCY_KEY_REUSED')
      })

      it('is given back by a refusal', async () => {
        const headers = { 'Idempotency-Key': uniqueName('key') }
        refusalOf(await post({ to: 'nobody' }, headers))
        await send({ to: uniqueAddress() }, headers)
      })
    })
  })

  describe('refuses with 422, and sends nothing,', () => {
    it.each([
      ['no recipient', { to: undefined }, 'to'],
      ['no recipient in a list', { to: [] }, 'to'],
      ['a recipient that is no address', { to: 'nobody' }, 'to'],
      ['a number as recipient', { to: 1 }, 'to'],
      ['a recipient without an address', { to: { name: 'A' } }, 'to'],
      ['a recipient of two lines', { to: 'a@example.com\r\nBcc: b@example.com' }, 'to'],
      ['a name of two lines', { to: { name: 'A\r\nBcc: b@example.com', email: 'a@example.com' } }, 'to'],
      ['no subject', { subject: undefined }, 'subject'],
      ['an empty subject', { subject: '' }, 'subject'],
      ['a subject of two lines', { subject: 'a\r\nBcc: b@example.com' }, 'subject'],
      ['no body', { body: undefined }, 'body'],
      ['a body that is no text', { body: { html: 1 } }, 'body'],
      ['no sender', { from: undefined }, 'from'],
      ['a sender that is no address', { from: 'nobody' }, 'from'],
      ['a sender name of two lines', { name: 'a\nb' }, 'name'],
      ['subscribed as text', { subscribed: 'yes' }, 'subscribed'],
      ['data as a list', { data: [] }, 'data'],
      ['a reply-to that is no address', { reply: 'nobody' }, 'reply'],
      ['headers as a list', { headers: [] }, 'headers'],
      ['a header of two lines', { headers: { 'X-A': 'a\r\nBcc: b@example.com' } }, 'headers'],
      ['a header with a colon in its name', { headers: { 'X-A:': 'a' } }, 'headers'],
      ['a header that is a number', { headers: { 'X-A': 1 } }, 'headers'],
      ['attachments that are no list', { attachments: {} }, 'attachments'],
      ['an attachment without a name', { attachments: [{ content: 'YQ==' }] }, 'attachments'],
      ['an attachment that is not base64', { attachments: [{ filename: 'a', content: '!' }] }, 'attachments'],
    ])('%s', async (_what, more, field) => {
      const from = the.service.sender ?? 'a@example.com'
      expectRefusal(the, await post({ to: uniqueAddress(), from, ...more }), 'VALIDATION_ERROR', field)
    })
  })

  it('refuses a sender at a domain that is not verified, and sends nothing', async () => {
    const from = `a@${uniqueName('domain')}.example.com`
    const email = uniqueAddress()
    expectOneOf(await post({ to: email, from }), 400, 403, 422)
    expect(await readAll(the.service, lists.contacts, 100, { search: email })).toEqual([])
  })

  it('refuses a template that there is not', async () => {
    const from = the.service.sender ?? 'a@example.com'
    const answer = await post({ to: uniqueAddress(), from, template: nobody })
    if (the.service.sender !== null) expectRefusal(the, answer, 'TEMPLATE_NOT_FOUND')
    else expectOneOf(answer, 400, 403, 404, 422)
  })
})
