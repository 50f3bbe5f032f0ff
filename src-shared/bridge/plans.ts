import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { planFaultSchema } from '../sending-plan/faults'
import { planSettingsSchema } from '../sending-plan/settings'
import { doneSchema, instantSchema, procedure } from './base'
import { funnelSchema } from './campaigns'

const domainSchema = lazyObject(() => ({
  /** null: all others together. */
  domain: z.string().nullable(),
  people: z.number().int(),
}))

/** What will probably bounce, shares from 0 to 1; null: too few addresses are checked, and nothing was learnt. */
const projectionSchema = lazyObject(() => ({
  /** From this project's own bounces; else from the verdicts alone. */
  learnt: z.boolean(),
  /** People whose addresses have no verdict that holds. */
  notChecked: z.number().int(),
  all: z.number().nullable(),
  /** Of the first slice, by its domains. */
  first: z.number().nullable(),
  /** Of each column. */
  columns: z.array(z.number().nullable()),
}))

/** What settings of a plan come to for the audience of a draft, by the copy. */
const previewSchema = lazyObject(() => ({
  people: z.number().int(),
  /** The domains of the audience, the most frequent first, and all others together. */
  domains: z.array(domainSchema),
  /** The domains told apart in slices: those with a limit and the most frequent; null: all others. */
  columns: z.array(z.string().nullable()),
  slices: z.array(
    z.object({ at: instantSchema, people: z.number().int(), byDomain: z.array(z.number().int()) }),
  ),
  faults: z.array(planFaultSchema),
  projected: projectionSchema,
}))
export type PlanPreview = z.infer<typeof previewSchema>

/**
 * How a slice stands. `waits`: nothing was made of it but its segment; `ready`: its campaign is there, a draft; `missed`:
 * its time passed while nothing could leave, and a person is asked; `left`: its request was answered; `unknown`: it was
 * not; `calledOff`: it never leaves.
 */
export const sliceStateSchema = z.enum(['waits', 'ready', 'missed', 'left', 'unknown', 'calledOff'])

/** Whether a slice may still leave. */
export function isToCome({ state }: { state: z.infer<typeof sliceStateSchema> }): boolean {
  return state === 'waits' || state === 'ready' || state === 'missed'
}

/** What was found of a slice that had left. `early`: of too few mails to be judged. */
export const judgementSchema = z.enum(['fine', 'warns', 'stops', 'early'])

/** How a plan stands. `held`: nothing leaves until a person decides. */
export const planStateSchema = z.enum(['running', 'held', 'stopped', 'done'])

const measureSchema = lazyObject(() => ({
  key: z.enum(['bounced', 'complained', 'unsubscribed']),
  title: z.string(),
  count: z.number().int(),
  /** Of what was sent; null: nothing was. */
  share: z.number().nullable(),
  warn: z.number(),
  stop: z.number().nullable(),
  state: z.enum(['early', 'fine', 'warns', 'stops']),
}))

const planSliceSchema = lazyObject(() => ({
  number: z.number().int(),
  at: instantSchema,
  /** Who are to get it, or got it; who were left out of it. */
  people: z.number().int(),
  leftOut: z.number().int(),
  byDomain: z.array(z.number().int()),
  state: sliceStateSchema,
  /** Of the segment and the campaign that were made for it; null: not yet. */
  segmentId: z.string().nullable(),
  campaignId: z.string().nullable(),
  leftAt: instantSchema.nullable(),
  judgement: judgementSchema.nullable(),
  judgedAt: instantSchema.nullable(),
  funnel: funnelSchema.nullable(),
  measures: z.array(measureSchema),
}))
export type PlanSlice = z.infer<typeof planSliceSchema>

const bouncesSchema = lazyObject(() => ({
  /** Of a domain; null: of so many others together. */
  domain: z.string().nullable(),
  domains: z.number().int(),
  sent: z.number().int(),
  bounced: z.number().int(),
  /** What came back, the most frequent first. */
  replies: z.array(z.object({ reply: z.string(), people: z.number().int() })),
  /** More bounced than the brake allows. */
  tooMany: z.boolean(),
  /** How many of theirs are still to get it. */
  toCome: z.number().int(),
}))
/** How domains took a slice. */
export type DomainBounces = z.infer<typeof bouncesSchema>

const planSchema = lazyObject(() => ({
  id: z.number().int(),
  campaignId: z.string(),
  name: z.string(),
  settings: planSettingsSchema,
  /** How many it was started for. */
  people: z.number().int(),
  state: planStateSchema,
  /** `byBrake`: a slice is above a limit. */
  held: z.object({ why: z.string(), since: instantSchema, byBrake: z.boolean() }).nullable(),
  startedAt: instantSchema,
  columns: z.array(z.string().nullable()),
  slices: z.array(planSliceSchema),
  /** What bounced of the newest slice that left, by domain, those that bounce too much first; null: nothing is known of one. */
  bounces: z.object({ slice: z.number().int(), domains: z.array(bouncesSchema) }).nullable(),
  notes: z.array(z.object({ at: instantSchema, text: z.string() })),
}))
export type Plan = z.infer<typeof planSchema>

/** What a person decides of a plan that waits for them. */
const decisionSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** The next slice leaves at its time, or now where that has passed. `typed`: its number of people. */
    z.object({ kind: z.literal('goOn'), typed: z.string().max(40) }),
    /** The people of these domains get nothing of what is to come; then it goes on. */
    z.object({ kind: z.literal('leaveOut'), domains: z.array(z.string()).min(1) }),
    /** What has not left does so by other settings. */
    z.object({ kind: z.literal('change'), settings: planSettingsSchema }),
    /** A slice that was missed, and all after it, leave a day later. */
    z.object({ kind: z.literal('moveDay') }),
    /** Nothing more leaves. `typed`: how many have not got it. */
    z.object({ kind: z.literal('stop'), typed: z.string().max(40) }),
  ]),
)
export type PlanDecision = z.infer<typeof decisionSchema>

export const plans = lazily(() => ({
  /** Counts the audience of a draft into slices. */
  preview: procedure
    .input(z.object({ campaignId: z.string(), settings: planSettingsSchema }))
    .output(previewSchema),
  /** The newest plan of a campaign; null: it has none. */
  get: procedure.input(z.object({ campaignId: z.string() })).output(planSchema.nullable()),
  /**
   * Starts a plan: its people are fixed, and a segment is made for each slice. Refused as a sending is: where the draft is
   * not signed off as it is now, or `typed` is not `people`; where the settings have a fault that is an error.
   */
  start: procedure
    .input(
      z.object({
        campaignId: z.string(),
        settings: planSettingsSchema,
        people: z.number().int(),
        typed: z.string().max(40),
      }),
    )
    .output(planSchema),
  decide: procedure.input(z.object({ campaignId: z.string(), decision: decisionSchema })).output(planSchema),
  /** Holds a running plan: nothing more leaves until a person decides. */
  hold: procedure.input(z.object({ campaignId: z.string() })).output(doneSchema),
}))
