import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { instantSchema, procedure, sliceSchema } from './base'

/** What a list of events shows. `search` looks in the name, the contact's address and the data's text. */
export const eventQuerySchema = lazyObject(() => ({
  names: z.array(z.string()).max(50).default([]),
  contactId: z.string().nullable().default(null),
  /** Inclusive from, exclusive to. */
  from: instantSchema.nullable().default(null),
  to: instantSchema.nullable().default(null),
  search: z.string().max(200).default(''),
}))
export type EventQuery = z.infer<typeof eventQuerySchema>

export const eventRowSchema = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  contactId: z.string().nullable(),
  /** From the event where the service sends it, else from the copy of the contact. */
  email: z.string().nullable(),
  createdAt: instantSchema.nullable(),
  data: z.unknown(),
}))
export type EventRow = z.infer<typeof eventRowSchema>

const eventPageSchema = lazyObject(() => ({
  rows: z.array(eventRowSchema),
  /** Exact up to 10,000 with filters that need reading; `countCapped` says that there are more. */
  count: z.number().int(),
  countCapped: z.boolean(),
  total: z.number().int(),
  revision: z.number().int(),
}))
export type EventPage = z.infer<typeof eventPageSchema>

const histogramSchema = lazyObject(() => ({
  /** Start of the first bucket and width of each, milliseconds. */
  start: instantSchema,
  bucketMs: z.number(),
  counts: z.array(z.number().int()),
}))
export type Histogram = z.infer<typeof histogramSchema>

/** What reading a contact's events from the service brought. */
const contactHistorySchema = lazyObject(() => ({
  read: z.number().int(),
  /** Of these, those that the copy did not have. */
  added: z.number().int(),
  /** Whether there are no older ones. */
  whole: z.boolean(),
}))
export type ContactHistory = z.infer<typeof contactHistorySchema>

/** A mail that a contact got, and when what happened to it first; null: not, as far as is known. */
export const contactMailSchema = lazyObject(() => ({
  /** Of which campaign; null: of none, or of one that is not known. */
  campaignId: z.string().nullable(),
  /** The campaign's name, else the mail's subject; empty where neither is known. */
  title: z.string(),
  sentAt: instantSchema.nullable(),
  deliveredAt: instantSchema.nullable(),
  openedAt: instantSchema.nullable(),
  clickedAt: instantSchema.nullable(),
  failed: z.enum(['bounced', 'complained']).nullable(),
}))
export type ContactMail = z.infer<typeof contactMailSchema>

const mailsOfContactSchema = lazyObject(() => ({
  mails: z.array(contactMailSchema),
  campaigns: z.number().int(),
}))
export type MailsOfContact = z.infer<typeof mailsOfContactSchema>

const lastEventSchema = lazyObject(() => ({ contactId: z.string(), name: z.string(), at: instantSchema }))
/** The newest event that has a time of a contact. */
export type LastEvent = z.infer<typeof lastEventSchema>

export const events = lazily(() => ({
  /** Newest first, by position. */
  page: procedure.input(z.object({ query: eventQuerySchema, slice: sliceSchema })).output(eventPageSchema),
  histogram: procedure
    .input(z.object({ query: eventQuerySchema, buckets: z.number().int().min(1).max(200) }))
    .output(histogramSchema),
  /** The newest event of each of these contacts, or of that name, by the copy; those without any are left out. */
  newest: procedure
    .input(z.object({ contactIds: z.string().array().max(500), name: z.string().optional() }))
    .output(lastEventSchema.array()),
  /** Every name the service or the copy knows, with how many are in the copy. */
  names: procedure.output(
    z.object({ names: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  ),
  get: procedure
    .input(z.object({ id: z.string() }))
    .output(eventRowSchema.unwrap().extend({ raw: z.record(z.string(), z.unknown()) })),
  /** Reads all events of a contact from the service, where it has them by contact; `not_found` where it does not. */
  readOfContact: procedure.input(z.object({ contactId: z.string() })).output(contactHistorySchema),
  /** The mails that a contact got, by the events of the copy, the newest first. `campaigns`: how many left at all. */
  mailsOfContact: procedure.input(z.object({ contactId: z.string() })).output(mailsOfContactSchema),
  /** POST /v1/track through the outbox. `unknown`: no answer came, and it is not repeated by itself (docs/rules.md, rule 3). */
  track: procedure
    .input(
      z.object({
        email: z.string().trim().min(3).max(320),
        event: z.string().trim().min(1).max(200),
        data: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .output(
      z.discriminatedUnion('outcome', [
        z.object({
          outcome: z.literal('sent'),
          /** null: the service says only that it had the event before. */
          eventId: z.string().nullable(),
          contactId: z.string().nullable(),
        }),
        z.object({ outcome: z.literal('unknown'), outboxId: z.number().int() }),
      ]),
    ),
}))
