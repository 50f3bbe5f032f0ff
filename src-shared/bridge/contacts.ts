import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'
import { type facetOver, filterOver, gridOver, gridPageOver, pickedRowsSchema, selectionOver } from './grid'
import { verdictClassSchema } from './verdicts'

/**
 * A field of a contact: a column of ours, or a key of `data` written `data.<key>`. `verdict` is a verdict's class, or
 * {@link expiredVerdict}, and `checkedAt` its date, expired or not; both are absent where the address was never checked.
 */
export const contactFieldSchema = z.union([
  z.enum(['email', 'subscribed', 'domain', 'createdAt', 'updatedAt', 'verdict', 'checkedAt']),
  z.templateLiteral(['data.', z.string()]),
])
export type ContactField = z.infer<typeof contactFieldSchema>

/** A column of the list: a field, or what is shown of a contact and neither sorted nor filtered by. */
const contactColumnSchema = z.union([contactFieldSchema, z.literal('lastEvent')])
export type ContactColumn = z.infer<typeof contactColumnSchema>

/** What is asked of a contact: a field, or when it had an event of that name last, which is none where it never had. */
const contactAskedSchema = z.union([contactFieldSchema, z.templateLiteral(['event.', z.string()])])
export type ContactAsked = z.infer<typeof contactAskedSchema>

/** A condition over contacts. */
export const contactFilterSchema = lazySchema(() => filterOver(contactAskedSchema))
export type ContactFilter = z.infer<typeof contactFilterSchema>

const contactSortSchema = z.object({
  field: contactAskedSchema,
  direction: z.enum(['asc', 'desc']),
})
export type ContactSort = z.infer<typeof contactSortSchema>

/** What a list of contacts shows: filters are ANDed; `search` looks for each of its words in the address and in every value of `data`. */
export const contactQuerySchema = lazyObject(() => ({
  search: z.string().max(200).default(''),
  filters: z.array(contactFilterSchema).max(30).default([]),
  sort: contactSortSchema.default({ field: 'createdAt', direction: 'desc' }),
  /** Only people whom an import created or changed; `name` is that of its file, for who reads it. */
  of: z.object({ importId: z.number().int(), name: z.string().max(1000) }).optional(),
  /** Only people who are picked. */
  among: pickedRowsSchema.optional(),
}))
export type ContactQuery = z.infer<typeof contactQuerySchema>

/** The newest verdict over a contact's address. */
const contactVerdictSchema = lazyObject(() => ({
  /** What it amounts to now: with today's rules, and the override of its domain. */
  class: verdictClassSchema,
  at: instantSchema,
  /** It is no longer taken for what is so. */
  expired: z.boolean(),
  /** The weightiest reason, a sentence. */
  reason: z.string(),
}))
export type ContactVerdict = z.infer<typeof contactVerdictSchema>

/** A row of the grid. `position` counts from 0 in the query's order. `pending`: an edit of it waits in the outbox. */
export const contactRowSchema = lazyObject(() => ({
  id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  createdAt: instantSchema.nullable(),
  updatedAt: instantSchema.nullable(),
  data: z.record(z.string(), z.unknown()),
  /** null: the address was never checked. */
  verdict: contactVerdictSchema.nullable(),
}))
export type ContactRow = z.infer<typeof contactRowSchema>

const contactPageSchema = lazySchema(() => gridPageOver(contactRowSchema))
export type ContactPage = z.infer<typeof contactPageSchema>

const firstContactsSchema = lazySchema(() =>
  contactPageSchema.unwrap().extend({ count: z.number().int().nullable() }),
)
/** The first rows of a query; `count` is null where more than these match and it is not known yet how many. */
export type FirstContacts = z.infer<typeof firstContactsSchema>

const fieldTypeSchema = z.enum(['text', 'number', 'boolean', 'date', 'object', 'list'])
export type FieldType = z.infer<typeof fieldTypeSchema>

/** A key found in `data`, with the types its values have, the most frequent first. */
export const dataFieldSchema = lazyObject(() => ({
  key: z.string(),
  types: z.array(fieldTypeSchema),
  /** In how many contacts it has a value. */
  count: z.number().int(),
  /** How many different values, where that is known. */
  distinct: z.number().int().nullable(),
}))
export type DataField = z.infer<typeof dataFieldSchema>

export type Facet = z.infer<ReturnType<typeof facetOver<typeof contactFieldSchema>>>

/** A change of a contact that the service has not yet taken (docs/rules.md, rule 11). */
const pendingChangeSchema = lazyObject(() => ({
  outboxId: z.number().int(),
  kind: z.enum(['update', 'delete']),
  queuedAt: instantSchema,
}))

const contactDetailSchema = lazySchema(() =>
  contactRowSchema.unwrap().extend({
    /** The whole record as the service sent it, unknown fields included. */
    raw: z.record(z.string(), z.unknown()),
    eventCount: z.number().int(),
    /** When this copy of the record was read. */
    syncedAt: instantSchema.nullable(),
    pending: z.array(pendingChangeSchema),
  }),
)
export type ContactDetail = z.infer<typeof contactDetailSchema>

/** What became of a write: taken by the service, or waiting in the outbox because the service does not answer. */
const writeOutcomeSchema = lazySchema(() =>
  z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('done'), contact: contactDetailSchema.nullable() }),
    z.object({ outcome: z.literal('queued'), outboxId: z.number().int() }),
  ]),
)
export type WriteOutcome = z.infer<typeof writeOutcomeSchema>

/** What became of a write of one value. `differs`: nothing was sent, since the service holds another value than was shown. */
const valueOutcomeSchema = lazySchema(() =>
  z.discriminatedUnion('outcome', [
    ...writeOutcomeSchema.unwrap().options,
    z.object({ outcome: z.literal('differs'), theirs: z.unknown() }),
  ]),
)
export type ValueOutcome = z.infer<typeof valueOutcomeSchema>

/** Who is meant. */
export const contactSelectionSchema = lazySchema(() => selectionOver(contactQuerySchema))
export type ContactSelection = z.infer<typeof contactSelectionSchema>

export const savedViewSchema = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  query: contactQuerySchema.unwrap().omit({ among: true }),
  columns: z.array(contactColumnSchema),
}))
export type SavedView = z.infer<typeof savedViewSchema>

/** A view that can be chosen. `by`: who shares it; null: it is one's own. */
const listedViewSchema = lazySchema(() =>
  savedViewSchema.unwrap().extend({ by: z.string().nullable(), shared: z.boolean() }),
)
export type ListedView = z.infer<typeof listedViewSchema>

const reasonSchema = z.string().trim().min(3).max(500)

export const contacts = lazily(() => ({
  ...gridOver({
    within: {},
    query: contactQuerySchema,
    field: contactFieldSchema,
    page: contactPageSchema,
    selection: contactSelectionSchema,
  }),
  /** The first `limit` rows of a query, as soon as they are found: counting all that match may take ten times as long. */
  first: procedure
    .input(
      z.object({
        query: contactQuerySchema,
        limit: z.number().int().min(1).max(500),
        selectionId: z.string().optional(),
      }),
    )
    .output(firstContactsSchema),
  /** Every key that occurs in `data`, the most frequent first. */
  fields: procedure.output(z.object({ fields: z.array(dataFieldSchema) })),
  /** Keys within the objects of `data`, as `plan.name`, the most frequent first: those of the newest that have objects, 16 at most. */
  innerFields: procedure.output(z.object({ fields: z.array(dataFieldSchema) })),
  get: procedure.input(z.object({ id: z.string() })).output(contactDetailSchema),
  /** Who has each of these addresses; null where nobody has. */
  byAddress: procedure
    .input(z.object({ emails: z.array(z.string().max(320)).max(100) }))
    .output(z.object({ contacts: z.array(contactRowSchema.nullable()) })),
  /** POST /contacts, with `reason` as of {@link contacts.update}. Offline it is refused in words: an upsert of an unknown address cannot be shown in the copy. */
  create: procedure
    .input(
      z.object({
        email: z.string().trim().min(3).max(320),
        subscribed: z.boolean(),
        data: z.record(z.string(), z.unknown()),
        reason: reasonSchema.optional(),
      }),
    )
    .output(z.object({ contact: contactDetailSchema, isNew: z.boolean() })),
  /**
   * PATCH /contacts/:id. `data` holds only what changes; null removes a key. `reason`: why somebody is subscribed again who
   * was not, as the activity log keeps it.
   */
  update: procedure
    .input(
      z.object({
        id: z.string(),
        changes: z.object({
          subscribed: z.boolean().optional(),
          data: z.record(z.string(), z.unknown()).optional(),
        }),
        reason: reasonSchema.optional(),
      }),
    )
    .output(writeOutcomeSchema),
  /**
   * PATCH /contacts/:id with one key of `data`; null removes it. The contact is read again before: it is sent only where the
   * service holds `shown` (null: nothing), or already what is to be written. Offline it waits, and is compared when it goes out.
   */
  setValue: procedure
    .input(z.object({ id: z.string(), key: z.string().min(1), value: z.unknown(), shown: z.unknown() }))
    .output(valueOutcomeSchema),
  /** DELETE /contacts/:id. `email` must be the contact's address, typed or confirmed. */
  remove: procedure.input(z.object({ id: z.string(), email: z.string() })).output(writeOutcomeSchema),
  /** The addresses of a selection, in its order: what is copied to the clipboard. Beyond 100,000 it is refused with `input_invalid`. */
  addresses: procedure
    .input(z.object({ selection: contactSelectionSchema }))
    .output(z.object({ emails: z.array(z.string()) })),
  /** One's own, and those that others share through the team's folder. */
  views: procedure.output(z.object({ views: z.array(listedViewSchema) })),
  saveView: procedure.input(savedViewSchema.unwrap().partial({ id: true })).output(savedViewSchema),
  removeView: procedure.input(z.object({ id: z.string() })).output(doneSchema),
  /** Shares a view of one's own with the team, or shares it no more. */
  shareView: procedure.input(z.object({ id: z.string(), shared: z.boolean() })).output(doneSchema),
}))
