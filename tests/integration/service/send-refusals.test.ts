import { dialects } from '../../../src-service/dialect/dialects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alternativeErrorSchema } from '../../../src-shared/interface/errors'
import { limits } from '../../../src-shared/interface/limits'
import { errorOf, open } from './open'
import { address, domain, mail, openToSend } from './send-setup'

describe('POST /v1/send', () => {
  let service: Awaited<ReturnType<typeof openToSend>>
  beforeAll(async () => {
    service = await openToSend('envelope')
  })
  afterAll(async () => {
    await service.stop()
    expect(service.failures).toEqual([])
  })

  describe('is refused', () => {
    const counts = () =>
      Promise.all([service.count('message'), service.count('contact'), service.count('mail_content')])
    async function refused(body: Record<string, unknown>) {
      const before = await counts()
      const error = errorOf(await service.post(body))
      expect(await counts()).toEqual(before)
      return error
    }
    const base64 = (bytes: number): string => Buffer.alloc(bytes).toString('base64')
    const file = (more: Record<string, unknown> = {}) => ({ filename: 'a', content: 'YQ==', ...more })

    it.each<[string, Record<string, unknown>, string]>([
      ['two lines as a name', { to: { name: 'a\nBcc: b', email: 'a@example.com' } }, 'to.name'],
      ['a NUL in a name', { name: 'a\0' }, 'name'],
      ['an escape in a subject', { subject: 'a\u001b[2J' }, 'subject'],
      ['two lines as a header', { headers: { 'X-A': 'a\r\nBcc: b@example.com' } }, 'headers.X-A'],
      ['a header name with a space', { headers: { 'X A': 'a' } }, 'headers.X A'],
      ['a header name with a line break', { headers: { 'X:\r\nBcc': 'a' } }, 'headers.X:\r\nBcc'],
      ['an empty header name', { headers: { '': 'a' } }, 'headers.'],
      ['a header twice', { headers: { 'X-A': 'a', 'x-a': 'b' } }, 'headers.x-a'],
      ['a header that fits in no line', { headers: { 'X-A': 'a'.repeat(995) } }, 'headers.X-A'],
      ['two lines as a file name', { attachments: [file({ filename: 'a\r\nb' })] }, 'attachments.0.filename'],
      ['an empty file name', { attachments: [file({ filename: '' })] }, 'attachments.0.filename'],
      ['what is not base64', { attachments: [file(), file({ content: 'a!==' })] }, 'attachments.1.content'],
      ['cut base64', { attachments: [file({ content: 'YQ=' })] }, 'attachments.0.content'],
      ['base64 of a URL', { attachments: [file({ content: '-_-_' })] }, 'attachments.0.content'],
      ['an empty media type', { attachments: [file({ contentType: '' })] }, 'attachments.0.contentType'],
      [
        'a media type with a parameter',
        { attachments: [file({ contentType: 'text/html; charset="a"' })] },
        'attachments.0.contentType',
      ],
      [
        'a media type of a part that holds parts',
        { attachments: [file({ contentType: 'Multipart/mixed' })] },
        'attachments.0.contentType',
      ],
      ['eleven attachments', { attachments: Array.from({ length: 11 }, () => file()) }, 'attachments'],
      [
        'attachments of more than 10 MB',
        { attachments: [file({ content: base64(10 * 1024 * 1024 + 1) })] },
        'attachments',
      ],
      ['more recipients than a call takes', { to: Array.from({ length: 1001 }, address) }, 'to'],
      ['an unverified domain', { from: 'desk@waiting.example' }, 'from'],
      ['an unknown domain', { from: 'desk@other.example' }, 'from'],
      ['a domain that only ends alike', { from: `desk@not${domain}` }, 'from'],
    ])('with %s', async (_what, body, field) => {
      expect(await refused(body)).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: [field] })
    })

    it.each([
      'From',
      'to',
      'CC',
      'Bcc',
      'Reply-To',
      'Subject',
      'Date',
      'Message-ID',
      'Return-Path',
      'Sender',
      'MIME-Version',
      'Received',
      'Content-Type',
      'content-transfer-encoding',
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
      'DKIM-Signature',
      'ARC-Seal',
      'Resent-To',
      'Authentication-Results',
    ])('with a header %s of its own', async (name) => {
      expect(await refused({ headers: { 'X-A': 'a', [name]: 'a' } })).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        fields: [`headers.${name}`],
      })
    })

    it('where neither it nor its template says what a message needs, naming all of it', async () => {
      expect(await refused({ subject: undefined, body: undefined, from: undefined })).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        fields: ['subject', 'body', 'from'],
      })
      const none = { subject: undefined, body: undefined, from: undefined }
      expect(await refused({ ...none, template: await service.template({}) })).toMatchObject({
        fields: ['from'],
      })
    })

    it('from a domain that is not verified, though the template says so', async () => {
      const id = await service.template({ from: 'desk@waiting.example' })
      expect(await refused({ template: id, from: undefined })).toMatchObject({
        status: 422,
        fields: ['from'],
      })
    })

    it('when it is too large beside its attachments', async () => {
      const attachments = [file({ content: base64(2 * 1024 * 1024) })]
      expect(await refused({ attachments, body: 'x'.repeat(1024 * 1024) })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
      await service.send({ attachments, body: 'x'.repeat(1_000_000) })
    })

    it('when it is larger than any attachments may be', async () => {
      const attachments = [file({ content: base64(13 * 1024 * 1024) })]
      expect(await refused({ attachments })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })

    it('when it is nested deeper than what can be stored', async () => {
      const text = JSON.stringify({ to: address(), ...mail }).replace(
        /}$/,
        `,"data":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      )
      expect(errorOf(await service.ask('POST', '/v1/send', { text }))).toMatchObject({ status: 400 })
    })

    it('with a public key, however large it is', async () => {
      const body = { to: address(), ...mail, attachments: [file({ content: base64(2 * 1024 * 1024) })] }
      const key = service.publicKey
      expect(
        (await service.ask('POST', '/v1/send', { body: { ...body, attachments: [] }, key })).status,
      ).toBe(401)
      expect((await service.ask('POST', '/v1/send', { body, key })).status).toBe(400)
      expect((await service.ask('POST', '/contacts', { body })).status).toBe(400)
    })
  })
})

describe.each(Object.keys(dialects) as (keyof typeof dialects)[])('POST /v1/send in %s', (dialect) => {
  let service: Awaited<ReturnType<typeof openToSend>>
  beforeAll(async () => {
    service = await openToSend(dialect)
  })
  afterAll(() => service.stop())

  it('answers with the contact and the message of each', async () => {
    const to = [address(), address()]
    const { status, body } = await service.ask('POST', '/v1/send', { body: { to, ...mail } })
    const id = (prefix: string) =>
      expect.stringMatching(dialect === 'deployed' ? /^[0-9a-f-]{36}$/ : new RegExp(`^${prefix}_\\w{10}$`))
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          emails: to.map((email) => ({ contact: { id: id('cnt'), email }, email: id('eml') })),
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
    ])
  })

  it('refuses in its form', async () => {
    const answer = await service.ask('POST', '/v1/send', { body: { to: address() } })
    expect(answer.status).toBe(422)
    if (dialect === 'deployed') expect(errorOf(answer).fields).toEqual(['template'])
    else if (dialect === 'envelope') expect(errorOf(answer).fields).toEqual(['subject', 'body', 'from'])
    else {
      const { error, message } = alternativeErrorSchema.parse(answer.body)
      expect(error).toBe('VALIDATION_ERROR')
      for (const field of ['subject', 'body', 'from']) expect(message).toContain(field)
    }
  })
})

describe('POST /v1/send over HTTP', () => {
  it('takes the largest attachments, and refuses larger ones in words', async () => {
    const service = await open('over HTTP', { dialect: 'envelope', contacts: 10 })
    try {
      const { body } = await service.ask('GET', '/domains')
      const [{ domain: verified }] = z
        .object({ data: z.object({ items: z.tuple([z.object({ domain: z.string() })]) }) })
        .parse(body).data.items
      const post = (bytes: number) =>
        service.ask('POST', '/v1/send', {
          body: {
            ...mail,
            to: address(),
            from: `desk@${verified}`,
            attachments: [{ filename: 'a', content: Buffer.alloc(bytes).toString('base64') }],
          },
        })
      expect((await post(limits.attachments.bytes)).status).toBe(200)
      expect(errorOf(await post(limits.attachments.bytes + 1))).toMatchObject({ status: 422 })
      expect(errorOf(await post(20 * 1024 * 1024))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    } finally {
      await service.stop()
    }
  })
})
