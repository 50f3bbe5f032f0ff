import { z } from 'zod'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliced } from './base'

/** A file that goes along. */
const attachmentSchema = z.object({
  /** Valid while the program runs, until it is let go. */
  attachmentId: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  contentType: z.string(),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** A mail to one or several people, each of whom gets their own. */
const outgoingSchema = z.object({
  to: z.array(z.string().trim().max(320)).min(1).max(100),
  /** null: the mail says subject and body itself. What the mail says goes before the template. */
  templateId: z.string().nullable(),
  subject: z.string().max(998).nullable(),
  body: z.string().max(5_000_000).nullable(),
  from: z.string().max(320).nullable(),
  fromName: z.string().max(320).nullable(),
  replyTo: z.string().max(320).nullable(),
  data: z.record(z.string(), z.unknown()),
  /** null: new contacts are not subscribed, others stay as they are. */
  subscribed: z.boolean().nullable(),
  attachments: z.array(z.string()).max(10),
})
export type Outgoing = z.infer<typeof outgoingSchema>

/** A mail that was sent from here, or tried: one a recipient. */
export const sentMailSchema = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  /** `unknown`: no answer came; a person decides (docs/rules.md, rule 3). */
  state: z.enum(['leaving', 'sent', 'refused', 'unknown']),
  at: instantSchema,
  /** The service's id of the message. */
  emailId: z.string().nullable(),
  contactId: z.string().nullable(),
  problem: problemSchema.nullable(),
})
export type SentMail = z.infer<typeof sentMailSchema>

export const send = {
  /** Asks for a file with the host's dialog; null where it was closed. Browser host: null, the page uploads instead. */
  choose: procedure.output(z.object({ attachment: attachmentSchema.nullable() })),
  /** A file that was dropped or uploaded; its token works once. `input_invalid` where it alone is beyond 10 MB. */
  attach: procedure.input(z.object({ token: z.string().max(200) })).output(attachmentSchema),
  letGo: procedure.input(z.object({ attachmentId: z.string() })).output(doneSchema),
  /**
   * POST /v1/send, one request a recipient with an Idempotency-Key of its own, committed before it leaves. Refused offline,
   * and with `input_invalid` beyond 10 files or 10 MB of them in all.
   */
  send: procedure.input(outgoingSchema).output(z.object({ mails: z.array(sentMailSchema) })),
  /** What was sent from here, the newest first. */
  history: sliced.output(z.object({ mails: z.array(sentMailSchema), count: z.number().int() })),
  /**
   * Of a mail whose outcome is unknown. `ask`: sends the same bytes with the same key again, which the service refuses
   * where it has it already (within 23 hours); `sent`, `notSent`: a person knows.
   */
  settle: procedure
    .input(z.object({ id: z.number().int(), how: z.enum(['ask', 'sent', 'notSent']) }))
    .output(sentMailSchema),
}
