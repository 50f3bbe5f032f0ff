import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src-shared/interface/limits'
import { storesEveryText } from '../../fixtures/stored'
import { errorOf } from './open'
import { address, domain, headerOf, mail, openToSend } from './send-setup'

describe('POST /v1/send', () => {
  let service: Awaited<ReturnType<typeof openToSend>>
  beforeAll(async () => {
    service = await openToSend('envelope')
  })
  afterAll(async () => {
    await service.stop()
    expect(service.failures).toEqual([])
  })

  describe('a message', () => {
    it('arrives as it was asked for', async () => {
      const to = address()
      await service.send({
        to: { name: 'Åse Ø', email: to },
        from: { name: 'The harbour', email: `desk@${domain}` },
        reply: 'answers@example.com',
        subject: 'Grüße {{name}}',
        body: '<h1>港 {{name}}</h1><p title="{{name}}">{{code}}</p>',
        data: { name: 'A & B <c>', code: { value: '1234', persistent: false } },
        headers: { 'X-Harbour': 'Hull' },
        attachments: [{ filename: 'Ü.txt', content: Buffer.from('attached').toString('base64') }],
      })
      const [email] = await service.received(to)
      expect(email).toMatchObject({
        from: { name: 'The harbour', address: `desk@${domain}` },
        to: [{ name: 'Åse Ø', address: to }],
        replyTo: [{ address: 'answers@example.com' }],
        subject: 'Grüße A & B <c>',
        html: '<h1>港 A &amp; B &lt;c&gt;</h1><p title="A &amp; B &lt;c&gt;">1234</p>\n',
        text: '港 A & B <c>\n\n1234\n',
        attachments: [{ filename: 'Ü.txt', mimeType: 'text/plain', disposition: 'attachment' }],
      })
      expect(headerOf(email, 'x-harbour')).toBe('Hull')
    })

    it('is filled in with what is known of the contact', async () => {
      const to = address()
      await service.ask('POST', '/contacts', { body: { email: to, data: { name: 'Ada', port: 'Hull' } } })
      const subject = "{{name}} {{port}} {{id}} {{x ?? 'y'}}"
      const [sent] = await service.send({ to, subject, data: { port: 'Bergen' } })
      expect((await service.received(to))[0]?.subject).toBe(`Ada Bergen ${sent?.contact.id} y`)
    })

    it('goes to each recipient alone', async () => {
      const to = [address(), address(), address()]
      await service.send({ to, subject: '{{email}}' })
      for (const one of to) {
        expect(await service.received(one)).toMatchObject([{ subject: one, to: [{ address: one }] }])
      }
    })

    it('goes once to an address that comes twice', async () => {
      const to = address()
      const emails = await service.send({ to: [to, { name: 'Other', email: to.toUpperCase() }, to] })
      expect(emails.map((sent) => sent.contact.email)).toEqual([to])
      expect(await service.received(to)).toHaveLength(1)
    })

    it('may hold all that is allowed', async () => {
      const bytes = Math.floor(limits.attachments.bytes / limits.attachments.count)
      const content = Buffer.alloc(bytes, 'abc').toString('base64')
      const attachments = Array.from({ length: limits.attachments.count }, (_, at) => ({
        filename: `${at}.bin`,
        content,
      }))
      const email = await service.arrived({ attachments })
      expect(email.attachments).toHaveLength(limits.attachments.count)
      expect(email.attachments.every((one) => Buffer.from(one.content as ArrayBuffer).length === bytes)).toBe(
        true,
      )
    })

    it('is what was asked for, though its template changes before it leaves', async () => {
      const id = await service.template({ subject: 'Before' })
      // 14 a second: the last of them is still there when the template changes.
      const to = Array.from({ length: 5 }, address)
      await service.send({ to, template: id, subject: undefined, body: undefined })
      await service.ask('PATCH', `/templates/${id}`, { body: { subject: 'After' } })
      expect((await service.received(to.at(-1) ?? ''))[0]?.subject).toBe('Before')
    })
  })

  describe('a template', () => {
    const none = { subject: undefined, body: undefined, from: undefined }

    it('gives all that a message needs', async () => {
      const from = `template@${domain}`
      const id = await service.template({
        from,
        fromName: 'Tea',
        replyTo: 'reply@example.com',
        body: '<p>{{a}}</p>',
      })
      expect(await service.arrived({ ...none, template: id, data: { a: 'x' } })).toMatchObject({
        subject: 'S',
        html: '<p>x</p>\n',
        from: { name: 'Tea', address: from },
        replyTo: [{ address: 'reply@example.com' }],
      })
    })

    it('gives way to the request', async () => {
      const from = `template@${domain}`
      const id = await service.template({ from, fromName: 'Tea', replyTo: 'reply@example.com' })
      const own = { subject: 'Own', body: '<p>own</p>', from: mail.from, reply: 'own@example.com' }
      expect(await service.arrived({ ...own, template: id })).toMatchObject({
        subject: 'Own',
        html: '<p>own</p>\n',
        from: { name: '', address: mail.from },
        replyTo: [{ address: 'own@example.com' }],
      })
      expect((await service.arrived({ ...none, template: id, name: 'Coffee' })).from).toMatchObject({
        name: 'Coffee',
        address: from,
      })
    })

    it.each([
      ['name', { from: mail.from, name: 'Beside' }, 'Beside'],
      ['from.name', { from: { name: 'Within', email: mail.from }, name: 'Beside' }, 'Within'],
    ])('is called by %s', async (_which, body, name) => {
      expect((await service.arrived(body)).from?.name).toBe(name)
    })

    it('of type MARKETING carries ways to unsubscribe', async () => {
      const email = await service.arrived({
        template: await service.template({ type: 'MARKETING' }),
        body: undefined,
      })
      const url = /^<(http:\/\/service\.example\/\S+)>$/.exec(headerOf(email, 'list-unsubscribe') ?? '')?.[1]
      expect(headerOf(email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(email.html).toContain(`href="${url}"`)
      expect(email.text).toContain(`[${url}]`)
    })

    it.each(['TRANSACTIONAL', undefined])('of type %s carries none', async (type) => {
      const email = await service.arrived(
        type === undefined ? {} : { template: await service.template({ type }) },
      )
      expect(headerOf(email, 'list-unsubscribe')).toBeUndefined()
      expect(email.html).not.toContain('nsubscribe')
    })

    it.each(['tpl_0000000000', 'nonsense', '00000000-0000-4000-8000-000000000000'])(
      'that there is not is refused: %s',
      async (id) => {
        expect(errorOf(await service.post({ template: id }))).toMatchObject({
          status: 404,
          code: 'TEMPLATE_NOT_FOUND',
        })
      },
    )
  })

  describe('contacts', () => {
    it('are made, not subscribed unless said', async () => {
      const [one] = await service.send({})
      expect(await service.contact(one!.contact.id)).toMatchObject({ subscribed: false, data: {} })
      const [other] = await service.send({
        subscribed: true,
        data: { a: 1, b: { value: 2, persistent: false } },
      })
      expect(await service.contact(other!.contact.id)).toMatchObject({ subscribed: true, data: { a: 1 } })
    })

    it('that are there keep their state unless said, and their address', async () => {
      const to = address()
      await service.ask('POST', '/contacts', { body: { email: to, data: { a: 1 } } })
      const [sent] = await service.send({ to: to.toUpperCase(), data: { a: null, b: '' } })
      expect(sent?.contact.email).toBe(to)
      expect(await service.contact(sent!.contact.id)).toMatchObject({ email: to, subscribed: true, data: {} })
      await service.send({ to, subscribed: false })
      expect((await service.contact(sent!.contact.id)).subscribed).toBe(false)
    })

    it('get the id that the answer says', async () => {
      const to = [address(), address()]
      const emails = await service.send({ to })
      for (const [at, sent] of emails.entries()) {
        expect((await service.contact(sent.contact.id)).email).toBe(to[at])
      }
    })
  })

  describe('takes as data', () => {
    async function staysData(value: unknown): Promise<void> {
      const email = await service.arrived({
        subject: 'Hi {{v}}!',
        body: '<p id="p">{{v}}</p><a href="{{v}}">x</a>',
        data: { v: value },
      })
      expect(email.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(email.subject).toMatch(/^Hi /)
      expect(email.subject).not.toMatch(/\p{Cc}/u)
      expect(email.html).not.toContain('<script')
      expect(email.html).toMatch(/^<p id="p">[^<>\0]*<\/p><a href="[^<>"\0]*">x<\/a>\n$/)
      expect(email.to).toHaveLength(1)
    }

    it.each<[string, unknown]>([
      ['60 kB', 'x'.repeat(60_000)],
      ['markup', '"><script>alert(1)</script>'],
      ['line breaks', 'x\r\nBcc: b@example.com\r\n\r\nbody'],
      ['an object', { a: [1, { b: null }] }],
    ])('%s, which stays data', (_what, value) => staysData(value))

    it.each([
      ['a NUL', 'a\0b'],
      ['half a character', 'a\ud800b'],
    ])('%s, or refuses it where it cannot be stored', async (_what, value) => {
      if (storesEveryText()) await staysData(value)
      else expect((await service.post({ data: { value } })).status).toBe(422)
    })

    it('keys that every object has', async () => {
      const to = address()
      const text = `{"to": "${to}", "from": "${mail.from}", "subject": "{{constructor}}{{toString}}{{__proto__.a ?? 'none'}}",
        "body": "b", "data": {"constructor": "c", "__proto__": {"a": "polluted"}}, "headers": {"__proto__": "x"}}`
      expect((await service.ask('POST', '/v1/send', { text })).status).toBe(200)
      expect((await service.received(to))[0]?.subject).toBe('cnone')
      expect(Reflect.get({}, 'a')).toBeUndefined()
    })
  })

  it('accepts subdomains of a verified domain', async () => {
    expect((await service.arrived({ from: `desk@mail.${domain}` })).from?.address).toBe(`desk@mail.${domain}`)
  })
})
