import { z } from 'zod'
import { headerLineSchema, mailboxSchema } from './address'
import { limits } from './limits'

/** One attachment of POST /v1/send: its content in base64. */
export const attachmentSchema = z.object({
  filename: headerLineSchema.min(1).max(255),
  content: z.base64(),
  contentType: z
    .string()
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, 'Must be a media type such as application/pdf.')
    .optional(),
})
export type AttachmentRequest = z.infer<typeof attachmentSchema>

/**
 * Body of POST /v1/send (interface.md section 4). What depends on the template (subject, body and from must come from
 * one of the two) is the service's to check.
 */
export const sendRequestSchema = z.object({
  to: z.union([mailboxSchema, z.array(mailboxSchema).min(1)]),
  subject: headerLineSchema.min(1).optional(),
  body: z.string().min(1).optional(),
  template: z.string().min(1).optional(),
  from: mailboxSchema.optional(),
  name: headerLineSchema.optional(),
  subscribed: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  headers: z
    .record(z.string().regex(/^[!-9;-~]{1,76}$/, 'Must be the name of a header.'), headerLineSchema)
    .optional(),
  reply: z.email().optional(),
  attachments: z.array(attachmentSchema).max(limits.attachments.count).optional(),
})
export type SendRequest = z.infer<typeof sendRequestSchema>

/** One element of `emails` in the answer to POST /v1/send (interface.md section 2). `email` is the id of the message. */
export const sentEmailSchema = z.looseObject({
  contact: z.looseObject({ id: z.string(), email: z.string() }),
  email: z.string(),
})
export type SentEmail = z.infer<typeof sentEmailSchema>

/** `data` of the answer to POST /v1/send. */
export const sendResultSchema = z.looseObject({ emails: z.array(sentEmailSchema), timestamp: z.string() })
export type SendResult = z.infer<typeof sendResultSchema>
