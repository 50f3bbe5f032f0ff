import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { filterConditionSchema } from '../interface/filter'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import {
  basisSchema,
  cataloguePageInputSchema,
  cataloguePageSchema,
  catalogueRowSchema,
  usedBySchema,
} from './catalogue'
import { contactRowSchema } from './contacts'
import { exportProgressSchema } from './grid'
import { verdictClassSchema } from './verdicts'

/**
 * A segment that a condition names and that the copy cannot tell exactly: it has none of it (`missing`, so no members),
 * cannot read it (`unreadable`), or never read its members to their end (`notRead`). Of the last two too few count.
 */
const segmentGapSchema = lazyObject(() => ({
  id: z.string(),
  name: z.string().nullable(),
  why: z.enum(['missing', 'unreadable', 'notRead']),
}))
export type SegmentGap = z.infer<typeof segmentGapSchema>

/** People of a condition, frozen. `gaps`: why there may be more or fewer at the service. */
const frozenSchema = lazyObject(() => ({
  selectionId: z.string(),
  count: z.number().int(),
  gaps: z.array(segmentGapSchema),
}))

/** A segment as its list shows it. */
const segmentRowSchema = lazySchema(() =>
  catalogueRowSchema.extend({
    name: z.string(),
    description: z.string(),
    /** `unknown`: of a type that this version does not know. */
    kind: z.enum(['dynamic', 'static', 'unknown']),
    /** As the service counted; null where it does not say. */
    members: z.number().int().nullable(),
    trackMembership: z.boolean(),
    /** Of a dynamic one that this version can read. */
    condition: filterConditionSchema.nullable(),
  }),
)
export type SegmentRow = z.infer<typeof segmentRowSchema>

/** A segment whole. */
const segmentDetailSchema = lazySchema(() =>
  segmentRowSchema.unwrap().extend({
    /**
     * Of a dynamic one; null where there is none, or one that this version cannot read (`conditionProblem` says what). One
     * that is there beside a problem was read without parts that are not known: it must not be saved in place of theirs.
     */
    conditionProblem: z.string().nullable(),
    /** When the members of a static one were last read to their end; null: never. */
    membersAsOf: instantSchema.nullable(),
    /** Members that came and cannot be read: they are set aside as they came. */
    membersUnread: z.number().int(),
    /** Campaigns with it as their audience, segments and workflows whose conditions name it. */
    usedBy: z.array(usedBySchema),
    /** Workflows whose steps the copy does not hold: whether they use it is not known. */
    workflowsNotRead: z.number().int(),
    basis: basisSchema,
    raw: z.record(z.string(), z.unknown()),
  }),
)
export type SegmentDetail = z.infer<typeof segmentDetailSchema>

/**
 * What a line of a list of addresses is: nothing, a contact's address, that of somebody who is none yet, none at all, or
 * the same address as in the line `as`, counted from 0.
 */
const addressLineSchema = lazyObject(() => ({
  state: z.enum(['blank', 'contact', 'new', 'invalid', 'again']),
  as: z.number().int().optional(),
}))
export type AddressLine = z.infer<typeof addressLineSchema>

const addressLinesSchema = lazyObject(() => ({
  lines: z.array(addressLineSchema),
  /** Of the contacts, how many are unsubscribed. */
  unsubscribed: z.number().int(),
  /** Whether the service subscribes those who become contacts by it. */
  subscribes: z.boolean(),
}))
export type AddressLines = z.infer<typeof addressLinesSchema>

/** What a pasted list of addresses came to. */
const pastedResultSchema = lazyObject(() => ({
  /** Different addresses in the text. */
  addresses: z.number().int(),
  /** Words that are none, the first hundred; how many there are. */
  invalid: z.array(z.string()),
  invalidCount: z.number().int(),
  /** Of the addresses, those that the service answered about. Fewer where it stopped on the way. */
  sent: z.number().int(),
  /** How many members were added, or removed. */
  changed: z.number().int(),
  /** When adding: how many of those sent were members before. */
  already: z.number().int(),
  /** Addresses that the service has no contact for (adding), or that were no members (removing). */
  notFound: z.array(z.string()),
  /** Why it stopped on the way; null where it went through. Of those in between, nobody knows whether they arrived. */
  stopped: problemSchema.nullable(),
  /** Addresses that left without an answer, when it stopped. */
  unanswered: z.number().int(),
  /** Whether the copy holds the members as they are now. */
  membersRead: z.boolean(),
}))
export type PastedResult = z.infer<typeof pastedResultSchema>

/** What a person writes of a segment. */
const writtenSchema = lazyObject(() => ({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000),
  trackMembership: z.boolean(),
  /** null: a static one. */
  condition: filterConditionSchema.nullable(),
}))

const pastedSchema = z.string().max(20_000_000)

/** How many people a segment had day by day, and what changed over the last seven days. */
const segmentDaysSchema = lazyObject(() => ({
  id: z.string(),
  counts: z.array(z.object({ day: z.string(), people: z.number().int() })),
  /** null: before two days are counted. */
  since: z.string().nullable(),
  cameIn: z.number().int().nullable(),
  left: z.number().int().nullable(),
}))
export type SegmentDays = z.infer<typeof segmentDaysSchema>

const segmentsOfContactSchema = lazyObject(() => ({
  segments: z.array(z.object({ id: z.string(), name: z.string() })),
  total: z.number().int(),
}))
export type SegmentsOfContact = z.infer<typeof segmentsOfContactSchema>

export const segments = lazily(() => ({
  page: procedure.input(cataloguePageInputSchema).output(cataloguePageSchema(segmentRowSchema)),
  get: procedure.input(z.object({ id: z.string() })).output(segmentDetailSchema),
  /** How many contacts of the copy a condition holds for. A later call with the same `asker` ends an earlier one with `cancelled`. */
  count: procedure.input(z.object({ condition: filterConditionSchema, asker: z.string().max(60) })).output(
    z.object({
      count: z.number().int(),
      total: z.number().int(),
      tookMs: z.number(),
      gaps: z.array(segmentGapSchema),
    }),
  ),
  /** The same of several conditions, in their order. */
  countEach: procedure
    .input(z.object({ conditions: z.array(filterConditionSchema).max(400), asker: z.string().max(60) }))
    .output(z.object({ counts: z.array(z.number().int()), total: z.number().int() })),

  /** The segments that a contact is in, as the copy tells, by name. `total`: how many there are. */
  ofContact: procedure.input(z.object({ id: z.string() })).output(segmentsOfContactSchema),
  /** Freezes the members as the copy has them: a dynamic one's by its condition, a static one's as they were read. */
  members: procedure.input(z.object({ id: z.string() })).output(
    frozenSchema.unwrap().extend({
      asOf: instantSchema.nullable(),
      /** Of the copy then: where it is greater by now, there may be others. */
      revision: z.number().int(),
      /** Members of a static one whom the copy has no contact of. */
      notCopied: z.number().int(),
    }),
  ),
  /** Freezes the people of a condition that is not saved; `without`: but for those of another one. */
  freeze: procedure
    .input(z.object({ condition: filterConditionSchema, without: filterConditionSchema.optional() }))
    .output(frozenSchema),
  /** How it went with the dynamic segments of the copy over the last twelve weeks, by their conditions of now. */
  days: procedure.output(z.object({ segments: z.array(segmentDaysSchema) })),
  /** Freezes who came into a segment over the last seven days, and who left it; null before two days are counted. */
  lately: procedure.input(z.object({ id: z.string() })).output(
    z
      .object({
        since: z.string(),
        cameIn: z.object({ selectionId: z.string(), count: z.number().int() }),
        left: z.object({ selectionId: z.string(), count: z.number().int() }),
      })
      .nullable(),
  ),
  /** What uses each segment of the copy, by its id; those that nothing uses are left out. */
  uses: procedure.output(z.object({ uses: z.record(z.string(), z.array(usedBySchema)) })),

  /** What is known of the addresses of the members, as the copy has them; null where it cannot tell who they are. */
  known: procedure.input(z.object({ id: z.string() })).output(
    z.object({
      known: z
        .object({ byClass: z.record(verdictClassSchema, z.number().int()), notChecked: z.number().int() })
        .nullable(),
    }),
  ),
  /** Rows of a frozen selection by position, whoever froze it. People deleted since are left out. */
  people: procedure
    .input(z.object({ selectionId: z.string(), slice: sliceSchema }))
    .output(z.object({ rows: z.array(contactRowSchema), count: z.number().int() })),
  /** Reads the members of a static segment from the service now. */
  refresh: procedure.input(z.object({ id: z.string() })).output(segmentDetailSchema),
  create: procedure.input(writtenSchema).output(segmentDetailSchema),
  update: procedure
    .input(
      z.object({
        id: z.string(),
        changes: writtenSchema.unwrap().extend({ condition: filterConditionSchema }).partial(),
        basis: basisSchema,
      }),
    )
    .output(segmentDetailSchema),
  remove: procedure.input(z.object({ id: z.string(), name: z.string() })).output(doneSchema),
  /** Reads addresses, one a line, as the copy knows them. */
  lines: procedure.input(z.object({ text: pastedSchema })).output(addressLinesSchema),
  /**
   * Adds the addresses of a pasted text to a static segment: separated by lines, commas, semicolons or spaces.
   * `subscribed`: how those are who become contacts by it, where the service minds that.
   */
  add: procedure
    .input(
      z.object({
        id: z.string(),
        text: pastedSchema,
        createMissing: z.boolean(),
        subscribed: z.boolean().optional(),
      }),
    )
    .output(pastedResultSchema),
  /** Takes them out of it. The contacts stay. */
  take: procedure.input(z.object({ id: z.string(), text: pastedSchema })).output(pastedResultSchema),
  /** Writes addresses to a file chosen by the host: those that were not found. Cancelling the iterator removes the file. */
  saveAddresses: procedure
    .input(
      z.object({ name: z.string().max(200), emails: z.array(z.string().max(1000)).min(1).max(2_000_000) }),
    )
    .output(eventIterator(exportProgressSchema)),
}))
