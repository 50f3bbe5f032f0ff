import { t } from '../messages/message'
import { z } from 'zod'
import { lazyLooseObject, lazyObject } from '../lazily'
import { headerLineSchema, mailboxSchema } from './address'
import { limits } from './limits'

/** A media type that a part of a message may have: others would be read as a part of the message itself. */
export const mediaTypePattern = /^(?!multipart\/|message\/)[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/i

/** One attachment of POST /v1/send: its content in base64. */
const attachmentSchema = lazyObject(() => ({
  filename: headerLineSchema.min(1).max(255),
  content: z.base64({ error: () => t('service.send.mustBeBase64') }),
  contentType: z
    .string()
    .max(127)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, { error: () => t('service.send.mustBeAMedia') })
    // These would be read as a part of the message itself.
    .regex(/^(?!multipart\/|message\/)/i, { error: () => t('service.send.mustBeApplicationOctet') })
    .optional(),
}))

/** Headers that only the service writes: who a message is from and for, what it consists of, the way it took. */
const ownHeaders = new Set(
  (
    'from to cc bcc reply-to subject date message-id return-path sender mime-version received ' +
    'authentication-results'
  ).split(' '),
)
const ownPrefixes = ['content-', 'list-unsubscribe', 'dkim-', 'arc-', 'resent-']

/** What is wrong with a header of a message, in words; null when it may be sent. */
export function headerFault(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!/^[!-9;-~]{1,76}$/.test(name)) return t('service.send.mustBeTheName')
  if (lower === 'reply-to') return t('service.send.isWrittenByThe')
  if (ownHeaders.has(lower) || ownPrefixes.some((prefix) => lower.startsWith(prefix))) {
    return t('service.send.isWrittenByThe2')
  }
  // The longest line of a message (RFC 5322, 2.1.1).
  return name.length + value.length > 996 ? t('service.send.mustBeShorterA') : null
}

const headersSchema = z.record(z.string(), headerLineSchema).superRefine((headers, context) => {
  const names = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const fault = names.has(name.toLowerCase()) ? t('service.send.isThereTwice') : headerFault(name, value)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault, path: [name] })
    names.add(name.toLowerCase())
  }
})

/**
 * Body of POST /v1/send (interface.md section 4). What depends on the template (subject, body and from must come from
 * one of the two) is the service's to check.
 */
export const sendRequestSchema = lazyObject(() => ({
  to: z.union([mailboxSchema, z.array(mailboxSchema).min(1).max(limits.recipients)]),
  subject: headerLineSchema.min(1).optional(),
  body: z.string().min(1).optional(),
  template: z.string().min(1).optional(),
  from: mailboxSchema.optional(),
  name: headerLineSchema.optional(),
  subscribed: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  headers: headersSchema.optional(),
  reply: z.email().optional(),
  attachments: z.array(attachmentSchema).max(limits.attachments.count).optional(),
}))
export type SendRequest = z.infer<typeof sendRequestSchema>

/** One element of `emails` in the answer to POST /v1/send (interface.md section 2). `email` is the id of the message. */
const sentEmailSchema = lazyLooseObject(() => ({
  contact: z.looseObject({ id: z.string(), email: z.string() }),
  email: z.string(),
}))
export type SentEmail = z.infer<typeof sentEmailSchema>

/** `data` of the answer to POST /v1/send. */
export const sendResultSchema = lazyLooseObject(() => ({
  emails: z.array(sentEmailSchema),
  timestamp: z.string(),
}))
