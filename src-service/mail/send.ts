import { inOrder } from '../store/in-order'
import { limits } from '../../src-shared/interface/limits'
import type { NamedMailbox } from '../../src-shared/interface/address'
import type { SendRequest } from '../../src-shared/interface/send'
import { ServiceFailure } from '../http/failure'
import { type ServiceDatabase, statements } from '../store/statements'
import type { Store } from '../store/store'
import type { TemplateRow } from '../store/templates'
import type { MailContent, MailQueue, Recipient } from './message'
import { requireVerifiedSender } from './sender'

/** One message that was queued: its number, and the contact it goes to. */
export interface SentMail {
  message: number
  contact: number
  address: string
}

/**
 * Sends what POST /v1/send asks for: recipients become contacts, and a message for each is queued, in one transaction
 * (interface.md section 4; wire.md, "Records"). An address that comes twice gets one message.
 * @throws ServiceFailure VALIDATION_ERROR for what is missing in both request and template, a sender whose domain is
 * not verified, and attachments of more than 10 MB.
 */
type Send = (request: SendRequest, template: TemplateRow | null) => Promise<SentMail[]>

/** The sending of a project. */
export function createSend(db: ServiceDatabase, { contacts, domains }: Store, queue: MailQueue): Send {
  const enqueue = statements(db).whole(
    async (content: MailContent, { to, subscribed, data }: SendRequest) => {
      const recipients = await inOrder(recipientsOf(to), async ({ address, name }) => {
        const { row } = await contacts.upsert(address, { subscribed, data }, false)
        return { contact: row.seq, address: row.email, name }
      })
      return (await queue.enqueue(content, recipients)).map((message, at) => ({
        message,
        ...recipients[at]!,
      }))
    },
  )

  return async (request, template) => {
    const content = contentOf(request, template)
    await requireVerifiedSender(domains, content.fromAddress)
    return enqueue(content, request)
  }
}

function contentOf(request: SendRequest, template: TemplateRow | null): MailContent {
  const subject = request.subject ?? template?.subject
  const body = request.body ?? template?.body
  const fromAddress = request.from === undefined ? template?.fromAddress : mailbox(request.from).address
  const missing = Object.entries({ subject, body, from: fromAddress }).filter(([, value]) => value == null)
  if (subject === undefined || body === undefined || fromAddress == null) {
    throw new ServiceFailure(
      'VALIDATION_ERROR',
      'The request and its template leave out what a message needs.',
      {
        errors: missing.map(([field]) => ({ field, message: 'Is required.', code: 'invalid_type' })),
        suggestion: 'Add the fields listed in errors, or use a template that has them.',
      },
    )
  }
  refuseLargeAttachments(request)
  return {
    kind: template?.type === 'MARKETING' ? 'MARKETING' : 'TRANSACTIONAL',
    campaign: null,
    subject,
    body,
    fromAddress,
    fromName: senderName(request, template),
    replyTo: request.reply ?? template?.replyTo ?? null,
    headers: request.headers ?? {},
    attachments: (request.attachments ?? []).map(({ filename, content, contentType }) => ({
      filename,
      content,
      contentType: contentType ?? null,
    })),
    data: request.data ?? {},
    template: template?.seq ?? null,
  }
}

/** A sender that the request gives goes before the template's whole: an address of its own is not called by its name. */
function senderName({ from, name }: SendRequest, template: TemplateRow | null): string | null {
  if (from === undefined) return name ?? template?.fromName ?? null
  return mailbox(from).name ?? name ?? null
}

function refuseLargeAttachments({ attachments = [] }: SendRequest): void {
  const bytes = attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0)
  if (bytes <= limits.attachments.bytes) return
  const message = 'Must not be more than 10 MB in total.'
  throw new ServiceFailure('VALIDATION_ERROR', 'The attachments are too large.', {
    errors: [{ field: 'attachments', message, code: 'too_big' }],
    suggestion: 'Send fewer or smaller ones, or a link.',
  })
}

function mailbox(given: NamedMailbox): Omit<Recipient, 'contact'> {
  return typeof given === 'string'
    ? { address: given, name: null }
    : { address: given.email, name: given.name || null }
}

/** Each address once, as it came first: addresses are compared as contacts are, without regard to case. */
function recipientsOf(to: SendRequest['to']): Omit<Recipient, 'contact'>[] {
  const first = new Map<string, Omit<Recipient, 'contact'>>()
  for (const given of Array.isArray(to) ? to : [to]) {
    const one = mailbox(given)
    const key = one.address.toLowerCase()
    if (!first.has(key)) first.set(key, one)
  }
  return [...first.values()]
}
