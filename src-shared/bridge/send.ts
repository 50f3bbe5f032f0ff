import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import { exportProgressSchema } from './grid'
import { mailSchema, renderAsSchema } from './review'

/** A file that goes along. */
const attachmentSchema = lazyObject(() => ({
  /** Valid while the program runs, until it is let go. */
  attachmentId: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  contentType: z.string(),
}))
export type Attachment = z.infer<typeof attachmentSchema>

/** Of the variables of somebody's mail: how many there are, how many had a value, how many of the others fell back. */
const filledSchema = lazyObject(() => ({
  of: z.number().int(),
  filled: z.number().int(),
  fellBack: z.number().int(),
}))
export type Filled = z.infer<typeof filledSchema>

/** What is of one recipient alone. */
const recipientSchema = lazyObject(() => ({
  name: z.string().nullable(),
  /** Over what all of them get. */
  data: z.record(z.string(), z.unknown()),
  /** null: nobody counted. */
  filled: filledSchema.nullable(),
}))
export type Recipient = z.infer<typeof recipientSchema>

/** A mail to one or several people, each of whom gets their own. */
const outgoingSchema = lazyObject(() => ({
  to: z.array(z.string().trim().max(320)).min(1).max(100),
  /** null: the mail says subject and body itself. What the mail says goes before the template. */
  templateId: z.string().nullable(),
  subject: z.string().max(998).nullable(),
  body: z.string().max(5_000_000).nullable(),
  from: z.string().max(320).nullable(),
  fromName: z.string().max(320).nullable(),
  replyTo: z.string().max(320).nullable(),
  data: z.record(z.string(), z.unknown()),
  /** By their address in small letters. */
  people: z.record(z.string(), recipientSchema).default({}),
  /** null: new contacts are not subscribed, others stay as they are. */
  subscribed: z.boolean().nullable(),
  /** Header lines by their name, beside those that the service writes. */
  headers: z.record(z.string(), z.string()).default({}),
  attachments: z.array(z.string()).max(10),
}))
export type Outgoing = z.infer<typeof outgoingSchema>

/** What is kept of a mail beside its text. */
export const sentFactsSchema = lazyObject(() => ({
  /** The template's name as it was; null: the mail was written as a text of its own. */
  template: z.string().nullable(),
  /** null: whoever the template or the project says. */
  from: z.string().nullable(),
  filled: filledSchema.nullable(),
  files: z.number().int(),
  bytes: z.number().int(),
}))
export type SentFacts = z.infer<typeof sentFactsSchema>

/** A mail that was sent from here, or tried: one a recipient. */
export const sentMailSchema = lazyObject(() => ({
  id: z.number().int(),
  to: z.string(),
  /** As the copy had it; null: none. */
  name: z.string().nullable(),
  /** As its reader sees it, as far as the copy could tell. */
  subject: z.string(),
  templateId: z.string().nullable(),
  /** `unknown`: no answer came; a person decides (docs/rules.md, rule 3). */
  state: z.enum(['leaving', 'sent', 'refused', 'unknown']),
  at: instantSchema,
  /** The service's id of the message. */
  emailId: z.string().nullable(),
  contactId: z.string().nullable(),
  problem: problemSchema.nullable(),
  /** null: of one that was sent before they were kept. */
  facts: sentFactsSchema.nullable(),
  idempotencyKey: z.string(),
  /** How often its request left. */
  tries: z.number().int(),
  /** When it left last, when that was answered or given up, and when a person said what became of it. */
  leftAt: instantSchema.nullable(),
  answeredAt: instantSchema.nullable(),
  settledAt: instantSchema.nullable(),
  /** Whether its text is kept still: until it is known what became of it. */
  kept: z.boolean(),
}))
export type SentMail = z.infer<typeof sentMailSchema>

/** What became of a mail that the service took, by the events of the copy. */
const sentOutcomeSchema = z.object({
  deliveredAt: instantSchema.nullable(),
  openedAt: instantSchema.nullable(),
  clickedAt: instantSchema.nullable(),
  failed: z.enum(['bounced', 'complained']).nullable(),
})
export type SentOutcome = z.infer<typeof sentOutcomeSchema>

/** A line of what was sent. `outcome` null: nothing is known beside what the service answered. */
const sentRowSchema = lazySchema(() =>
  sentMailSchema.unwrap().extend({ outcome: sentOutcomeSchema.nullable() }),
)
export type SentRow = z.infer<typeof sentRowSchema>

/** Which mails are listed: by words of person, subject and ids, by what was answered, by template, and from when on. */
const sentQuerySchema = lazyObject(() => ({
  search: z.string().max(200).default(''),
  state: z.enum(['sent', 'refused', 'unknown']).nullable().default(null),
  templateId: z.string().nullable().default(null),
  since: instantSchema.nullable().default(null),
}))
export type SentQuery = z.infer<typeof sentQuerySchema>

/** A mail that somebody got lately, from here or from elsewhere. */
const latelySchema = lazyObject(() => ({
  email: z.string(),
  title: z.string(),
  at: instantSchema,
  /** Of one that was sent from here. */
  id: z.number().int().nullable(),
  state: sentMailSchema.unwrap().shape.state,
  templateId: z.string().nullable(),
}))
export type LatelyMail = z.infer<typeof latelySchema>

/**
 * A mail that a person confirmed: held, so that it can be undone before anything leaves; then on its way; then how it
 * ended, `unknown` where of some of it nobody knows. What it made of each is told by {@link send.history}.
 */
export const mailHoldSchema = lazyObject(() => ({
  id: z.string(),
  subject: z.string(),
  /** Who gets it first: name, or else address. */
  first: z.string(),
  people: z.number().int(),
  state: z.enum(['held', 'leaving', 'sent', 'refused', 'unknown']),
  /** Seconds that it is held in all; when it leaves, by the wall clock. */
  seconds: z.number().int(),
  leavesAt: instantSchema,
  /** How many mails the service took, and of how many no answer came. */
  taken: z.number().int(),
  unanswered: z.number().int(),
  problem: problemSchema.nullable(),
}))
export type MailHold = z.infer<typeof mailHoldSchema>

const heldIdSchema = z.object({ id: z.string() })

export const send = lazily(() => ({
  /** Asks for a file with the host's dialog; null where it was closed. Browser host: null, the page uploads instead. */
  choose: procedure.output(z.object({ attachment: attachmentSchema.nullable() })),
  /** A file that was dropped or uploaded; its token works once. `input_invalid` where it alone is beyond 10 MB. */
  attach: procedure.input(z.object({ token: z.string().max(200) })).output(attachmentSchema),
  letGo: procedure.input(z.object({ attachmentId: z.string() })).output(doneSchema),
  /**
   * Holds a mail for as long as Settings says; then POST /v1/send leaves, one request a recipient with an Idempotency-Key of
   * its own, committed before it leaves. Refused offline, and with `input_invalid` beyond 10 files or 10 MB of them in all.
   */
  hold: procedure.input(outgoingSchema).output(mailHoldSchema),
  /** Nothing has left, and nothing will. `conflict` where it has. */
  undo: procedure.input(heldIdSchema).output(doneSchema),
  /** Does not wait for the end of the hold; answers with what came of it. */
  sendNow: procedure.input(heldIdSchema).output(mailHoldSchema),
  /** Puts away how it ended. */
  dismiss: procedure.input(heldIdSchema).output(doneSchema),
  /** The request to one recipient, as it would leave now; attachments without their content. */
  request: procedure.input(z.object({ outgoing: outgoingSchema, email: z.string() })).output(
    z.object({
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string(),
    }),
  ),
  /** Sends a mail, filled in here as somebody gets it, to each of a few addresses: it leaves at once. */
  test: procedure
    .input(
      z.object({
        mail: mailSchema,
        as: renderAsSchema,
        emails: z.array(z.string().trim().max(320)).min(1).max(10),
        attachments: outgoingSchema.unwrap().shape.attachments,
      }),
    )
    .output(z.object({ mails: z.array(sentMailSchema) })),
  /** What people got in the last 30 days, the newest first, 20 at most. */
  lately: procedure
    .input(z.object({ emails: outgoingSchema.unwrap().shape.to }))
    .output(z.object({ mails: z.array(latelySchema) })),
  /** What was sent from here, the newest first. `unanswered`: of all, those of which nobody knows. */
  history: procedure.input(z.object({ query: sentQuerySchema.prefault({}), slice: sliceSchema })).output(
    z.object({
      mails: z.array(sentRowSchema),
      count: z.number().int(),
      total: z.number().int(),
      unanswered: z.number().int(),
    }),
  ),
  /** A mail whose text is kept still, and as whom it is rendered; null where it is not. */
  asSent: procedure
    .input(z.object({ id: z.number().int() }))
    .output(z.object({ sent: z.object({ mail: mailSchema, as: renderAsSchema }).nullable() })),
  export: procedure
    .input(z.object({ query: sentQuerySchema, format: z.enum(['csv', 'json']) }))
    .output(eventIterator(exportProgressSchema)),
  /**
   * Of a mail whose outcome is unknown. `ask`: sends the same bytes with the same key again, which the service refuses
   * where it has it already (within 23 hours); `sent`, `notSent`: a person knows.
   */
  settle: procedure
    .input(z.object({ id: z.number().int(), how: z.enum(['ask', 'sent', 'notSent']) }))
    .output(sentMailSchema),
}))
