import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import { limits } from '../../src-shared/interface/limits'
import { headerFault, mediaTypePattern } from '../../src-shared/interface/send'
import { upsertContact } from '../contacts/deployed-write'
import { isObject } from '../http/deployed/loose-body'
import { invalid, plain } from '../http/deployed/refusals'
import { type ServiceDatabase, statements } from '../store/statements'
import type { Store } from '../store/store'
import type { TemplateRow } from '../store/templates'
import { requireOwnSender } from './deployed-sender'
import type { Attachment, MailContent, MailQueue } from './message'
import type { SentMail } from './send'

const partySchema = lazySchema(() =>
  z
    .union([z.email(), z.object({ name: z.string().optional(), email: z.email() })])
    .transform((party) => (typeof party === 'string' ? { email: party, name: undefined } : party)),
)

const attachmentSchema = lazySchema(() =>
  z
    .object({
      filename: z.string().min(1).max(255),
      content: z.base64(),
      contentType: z.string().min(1),
      contentId: z.string().optional(),
      disposition: z.enum(['attachment', 'inline']).optional(),
    })
    .refine(({ disposition, contentId }) => disposition !== 'inline' || contentId, {
      path: ['contentId'],
      message: 'Inline attachments need a contentId',
    }),
)

/** Body of POST /v1/send at deployed services (deployed.md section 2). */
export const deployedSendSchema = lazySchema(() =>
  z
    .object({
      to: z.union([partySchema, z.array(partySchema)]),
      subject: z
        .string()
        .min(1)
        .max(998)
        .regex(/^[^\r\n]*$/, 'Must not contain line breaks')
        .optional(),
      body: z.string().optional(),
      template: z.uuid().optional(),
      from: partySchema.optional(),
      name: z.string().optional(),
      reply: z.email().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      data: z.unknown().optional(),
      subscribed: z.boolean().optional(),
      attachments: z.array(attachmentSchema).max(limits.attachments.count).optional(),
    })
    .refine(({ template, subject, body }) => template || (subject && body), {
      path: ['template'],
      message: 'Either a template or a subject and a body is required',
    })
    .refine(({ attachments = [] }) => bytesOf(attachments) <= limits.attachments.bytes, {
      path: ['attachments'],
      message: 'Attachments are limited to 10 MB in all',
    }),
)
type DeployedSendRequest = z.infer<typeof deployedSendSchema>

/**
 * Sends what POST /v1/send of a deployed service asks for, one recipient after the other (deployed.md section 2).
 * @throws ServiceFailure 422 without a sender, the plain 403 for one that may not send, and the plain 400 where a
 * MARKETING template meets somebody who is not subscribed: those before are sent to, and who it stops at is a contact.
 */
type DeployedSend = (request: DeployedSendRequest, template: TemplateRow | null) => Promise<SentMail[]>

/** The sending of a project. */
export function createDeployedSend(
  db: ServiceDatabase,
  { contacts, domains }: Store,
  queue: MailQueue,
): DeployedSend {
  const enqueue = statements(db).whole(
    async (content: MailContent, request: DeployedSendRequest, subscribedOnly: boolean) => {
      const own = isObject(request.data) ? request.data : undefined
      const recipients: { contact: number; address: string; name: string | null }[] = []
      let stopped = false
      for (const { email, name } of [request.to].flat()) {
        const data = name === undefined ? own : { ...own, name }
        const { row } = await upsertContact(contacts, email, { data, subscribed: request.subscribed }, false)
        stopped = subscribedOnly && !row.subscribed
        if (stopped) break
        recipients.push({ contact: row.seq, address: row.email, name: name || null })
      }
      const messages = recipients.length > 0 ? await queue.enqueue(content, recipients) : []
      return { stopped, sent: messages.map((message, at) => ({ message, ...recipients[at]! })) }
    },
  )

  return async (request, template) => {
    const content = contentOf(request, template)
    await requireOwnSender(domains, content.fromAddress)
    const { stopped, sent } = await enqueue(content, request, template?.type === 'MARKETING')
    if (stopped) throw plain(400, 'Marketing templates cannot be sent to unsubscribed contacts')
    return sent
  }
}

/** What is sent: transactional whatever the type of the template, but for HEADLESS (deployed.md section 9, "Class"). */
function contentOf(request: DeployedSendRequest, template: TemplateRow | null): MailContent {
  const fromAddress = request.from?.email ?? template?.fromAddress
  if (!fromAddress) {
    throw invalid([{ field: 'from', message: 'A sender address is required', code: 'required' }])
  }
  const { subject = template?.subject, body = template?.body, headers = {}, data } = request
  return {
    kind: template?.type === 'HEADLESS' ? 'HEADLESS' : 'TRANSACTIONAL',
    campaign: null,
    subject: subject ?? '',
    body: body ?? '',
    fromAddress,
    fromName: request.name ?? request.from?.name ?? template?.fromName ?? null,
    replyTo: request.reply ?? template?.replyTo ?? null,
    // What this service writes itself is not for a request to say.
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name, value]) => headerFault(name, value) === null),
    ),
    attachments: (request.attachments ?? []).map(attachmentOf),
    data: isObject(data) ? data : {},
    template: template?.seq ?? null,
  }
}

function attachmentOf({
  filename,
  content,
  contentType,
  contentId,
}: NonNullable<DeployedSendRequest['attachments']>[number]): Attachment {
  return {
    filename,
    content,
    contentType: mediaTypePattern.test(contentType) ? contentType : null,
    contentId: contentId ?? null,
  }
}

function bytesOf(attachments: readonly { content: string }[]): number {
  return attachments.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0)
}
