import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import { z } from 'zod'
import { contactSchema } from '../../../src-shared/interface/contact'
import { type SentEmail, sendResultSchema } from '../../../src-shared/interface/send'
import { templateSchema } from '../../../src-shared/interface/template'
import { type Answer, type OpenedInside, openInProcess } from './open'
import { verifyDomain } from './campaign-setup'
import { until } from '../../fixtures/until'

const envelope = z.object({ success: z.literal(true), data: sendResultSchema })

/** The domain that mail may be sent from; `waiting.example` is there too, and not verified. */
export const domain = 'harbour.example'

/** What a message needs, but for a recipient. */
export const mail = { from: `desk@${domain}`, subject: 'Hello', body: '<p>Hello</p>' }

let number = 0
/** An address that nothing was sent to before. */
export const address = (): string => `person${++number}@example.com`

/** The value of a header, by its name in lower case; undefined where it has none, or nothing arrived. */
export const headerOf = (email: Email | undefined, key: string): string | undefined =>
  email?.headers.find((each) => each.key === key)?.value

/** A service to send with. In `envelope` its errors have the standard body, which names the fields. */
export async function openToSend(dialect: 'reference' | 'envelope' | 'deployed' = 'reference') {
  const service = await openInProcess({ dialect })
  await verifyDomain(service.stored, domain)
  await service.stored.change(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('waiting.example', 0, '', 0, 0)`,
  )
  return { ...service, ...sending(service) }
}

/** A record, bare or in an envelope. */
function recordIn(body: unknown): unknown {
  const enveloped = z.strictObject({ success: z.literal(true), data: z.unknown() }).safeParse(body)
  return enveloped.success ? enveloped.data.data : body
}

function sending(service: OpenedInside) {
  const messages = (to: string) =>
    service.stored.rows<{ status: string; source: Buffer | null }>(
      'SELECT status, source FROM message WHERE address = ? ORDER BY seq',
      to,
    )

  /** Asks for a message to somebody new, unless told otherwise. */
  const post = (body: Record<string, unknown>): Promise<Answer> =>
    service.ask('POST', '/v1/send', { body: { to: address(), ...mail, ...body } })

  async function send(body: Record<string, unknown>): Promise<SentEmail[]> {
    const answer = await post(body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return envelope.parse(answer.body).data.emails
  }

  /** The messages to an address, once they left, read as a mail program does. */
  async function received(to: string): Promise<Email[]> {
    const found = await until(
      () => messages(to),
      (all) => all.length > 0 && all.every(({ status }) => status === 'sent' || status === 'failed'),
    )
    if (found.some(({ status }) => status === 'failed')) throw new Error('It could not be sent.')
    return Promise.all(found.map(({ source }) => PostalMime.parse(source ?? '')))
  }

  return {
    post,
    send,
    received,
    /** Sends a message, and reads it when it left. */
    async arrived(body: Record<string, unknown>): Promise<Email> {
      const to = address()
      await send({ to, ...body })
      const [email] = await received(to)
      if (!email) throw new Error('Nothing arrived.')
      return email
    },
    contact: async (id: string) =>
      contactSchema.parse(recordIn((await service.ask('GET', `/contacts/${id}`)).body)),
    /** Makes a template. Returns its id. */
    async template(more: Record<string, unknown>): Promise<string> {
      const body = { name: 'T', subject: 'S', body: '<p>B</p>', type: 'TRANSACTIONAL', ...more }
      return templateSchema.parse(recordIn((await service.ask('POST', '/templates', { body })).body)).id
    },
    count: (table: 'message' | 'contact' | 'mail_content') => service.stored.count(table),
  }
}
