import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'
import { holdSchema, sendingSchema } from './campaigns'
import { serviceAbilitiesSchema } from './capabilities'
import { importSchema } from './imports'
import { jobSchema } from './jobs'
import { outboxEntrySchema } from './outbox'
import { profileListSchema } from './profiles'
import { recordConnectionSchema } from './records'
import { mailHoldSchema } from './send'
import { syncStateSchema } from './sync'
import { teamStateSchema } from './team'
import { batchSchema } from './verification'

/** Whole states, first a snapshot of each, then whenever one changes, at most ten times a second each. */
const liveStateSchema = lazySchema(() =>
  z.discriminatedUnion('topic', [
    z.object({ topic: z.literal('profiles'), state: profileListSchema }),
    z.object({ topic: z.literal('sync'), state: syncStateSchema }),
    z.object({ topic: z.literal('outbox'), state: z.object({ entries: z.array(outboxEntrySchema) }) }),
    /** The copy changed: lists that show it ask again. */
    z.object({
      topic: z.literal('copy'),
      state: z.object({
        profileId: z.string().nullable(),
        revision: z.number().int(),
        contacts: z.number().int(),
        events: z.number().int(),
        /** Whether the service is a deployed one, with calls beside the specified ones. */
        deployed: z.boolean(),
        at: instantSchema,
      }),
    }),
    /** Jobs that are queued, running or paused, and those that ended lately and were not put away; the newest first. */
    z.object({ topic: z.literal('jobs'), state: z.object({ jobs: z.array(jobSchema) }) }),
    z.object({
      topic: z.literal('imports'),
      state: z.object({
        /** Grows with every change to any import, its rows included: screens that show one ask again. */
        revision: z.number().int(),
        /** Those that something is under way in: reading, checking, or a job. The newest first. */
        active: z.array(importSchema),
      }),
    }),
    z.object({
      topic: z.literal('batches'),
      state: z.object({
        /** Grows with every change to any batch, to a verdict of its addresses or to a rule: screens that show one ask again. */
        revision: z.number().int(),
        /** Those that something is under way in: collecting, looking up, or a job. The newest first. */
        active: z.array(batchSchema),
      }),
    }),
    /** Sendings of campaigns that a person confirmed: held, leaving, and those that ended and were not put away; the newest first. */
    z.object({ topic: z.literal('holds'), state: z.object({ holds: z.array(holdSchema) }) }),
    /** Mails to single people that a person confirmed, the newest first; those that ended, until they are put away. */
    z.object({ topic: z.literal('mailHolds'), state: z.object({ holds: z.array(mailHoldSchema) }) }),
    /** Grows with every change to a plan by which a campaign leaves in slices. */
    z.object({ topic: z.literal('plans'), state: z.object({ revision: z.number().int() }) }),
    /** Campaigns that are being sent. */
    z.object({ topic: z.literal('sendings'), state: z.object({ sendings: z.array(sendingSchema) }) }),
    /** The connections to record-management services, each with its run and what its copy holds. */
    z.object({
      topic: z.literal('records'),
      state: z.object({ connections: z.array(recordConnectionSchema) }),
    }),
    /** What the service of the current profile can do, and where its counts differ. */
    z.object({ topic: z.literal('service'), state: serviceAbilitiesSchema }),
    /** The folder that the current profile shares with others. */
    z.object({ topic: z.literal('team'), state: teamStateSchema }),
  ]),
)
export type LiveState = z.infer<typeof liveStateSchema>

export const live = lazily(() => ({
  watch: procedure.output(eventIterator(liveStateSchema)),
  /** Shows how far long work is, 0 to 1, where the taskbar can; null: nothing runs. */
  progress: procedure.input(z.object({ share: z.number().min(0).max(1).nullable() })).output(doneSchema),
}))
