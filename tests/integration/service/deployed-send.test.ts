import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { address, domain, headerOf, mail, openToSend } from './send-setup'

const made = z.object({ id: z.string() })

describe('POST /v1/send in the deployed dialect', () => {
  let service: Awaited<ReturnType<typeof openToSend>>
  beforeAll(async () => {
    service = await openToSend('deployed')
  })
  afterAll(async () => {
    await service.stop()
    expect(service.failures).toEqual([])
  })

  /** Makes a template. Returns its id. */
  async function template(type: string): Promise<string> {
    const body = { name: 'T', subject: 'Of a template', body: '<p>B</p>', type, from: mail.from }
    return made.parse((await service.ask('POST', '/templates', { body })).body).id
  }
  /** Sends to somebody new, and reads what arrived. */
  async function arrived(body: Record<string, unknown>) {
    const to = address()
    expect((await service.post({ to, ...body })).status).toBe(200)
    const [email] = await service.received(to)
    return email
  }

  it('takes the headers of a request but for those that the service writes itself', async () => {
    const email = await arrived({ headers: { 'X-Order': '17', 'Message-ID': '<mine@x.example>', From: 'x' } })
    expect(headerOf(email, 'x-order')).toBe('17')
    expect(headerOf(email, 'message-id')).not.toContain('mine')
    expect(email?.from?.address).toBe(mail.from)
  })

  it('shows an attachment in the text where it has an id there, and types what has none by its name', async () => {
    const content = Buffer.from('abc').toString('base64')
    const email = await arrived({
      body: '<p><img src="cid:logo"></p>',
      attachments: [
        { filename: 'logo.png', content, contentType: 'image/png', contentId: 'logo', disposition: 'inline' },
        { filename: 'a.csv', content, contentType: 'no media type' },
      ],
    })
    expect(
      email?.attachments.map(({ contentId, disposition, mimeType }) => [contentId, disposition, mimeType]),
    ).toEqual([
      ['<logo>', 'inline', 'image/png'],
      [undefined, 'attachment', 'text/csv'],
    ])
  })

  it('sends a HEADLESS template as one, with a way out where it says one', async () => {
    const { subject, body } = { subject: 'S', body: '<p>{{unsubscribeUrl}}</p>' }
    const id = await template('HEADLESS')
    const email = await arrived({ template: id, subject, body })
    expect(headerOf(email, 'list-unsubscribe')).toMatch(/^<http/)
  })

  it('sends a MARKETING template to nobody where the first is not subscribed, who is a contact then', async () => {
    const [to, other] = [address(), address()]
    const id = await template('MARKETING')
    const answer = await service.post({ to: [to, other], template: id, subscribed: false })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('cannot be sent to unsubscribed contacts')
    const known = async (email: string) =>
      await service.stored.values<number>('SELECT subscribed FROM contact WHERE email = ?', email)
    expect([await known(to), await known(other)]).toEqual([[0], []])
    expect(await service.stored.count('message', `WHERE address = '${to}'`)).toBe(0)
  })

  it.each([
    ['a domain that is not verified', 'desk@waiting.example', 403, 'Domain waiting.example is not verified'],
    ['a domain of nobody', 'desk@other.example', 403, 'is not registered for this project'],
    ['a domain above', `desk@sub.${domain}`, 403, 'is not registered for this project'],
  ])('refuses to send from %s', async (_what, from, status, words) => {
    const answer = await service.post({ from })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(words)
  })
})
