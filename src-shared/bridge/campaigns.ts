import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import { basisSchema, cataloguePageInputSchema, cataloguePageSchema, catalogueRowSchema } from './catalogue'
import { exportProgressSchema } from './grid'
import { audienceSchema, leavableSchema, mailSchema, renderAsSchema } from './review'

/** Counts of a campaign, as the service says. */
export const funnelSchema = lazyObject(() => ({
  recipients: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
  bounced: z.number().int(),
  complained: z.number().int(),
  unsubscribed: z.number().int(),
}))
export type Funnel = z.infer<typeof funnelSchema>

/**
 * A sending that a person confirmed: held, so that it can be undone before anything leaves; then on its way; then how
 * it ended. `unknown`: no answer came, and the campaign's status is asked for; it is never sent again by itself.
 */
export const holdSchema = lazyObject(() => ({
  campaignId: z.string(),
  name: z.string(),
  people: z.number().int(),
  /** null: it is sent at once. */
  scheduledFor: instantSchema.nullable(),
  state: z.enum(['held', 'leaving', 'sent', 'refused', 'unknown']),
  /** Seconds that it is held in all; when it leaves, by the wall clock. */
  seconds: z.number().int(),
  leavesAt: instantSchema,
  problem: problemSchema.nullable(),
  /** How many the service says it writes to, once the request left; null: it said nothing yet. */
  recipients: z.number().int().nullable(),
}))
export type Hold = z.infer<typeof holdSchema>

/** A campaign that is being sent, as far as it is watched. */
export const sendingSchema = lazyObject(() => ({
  campaignId: z.string(),
  name: z.string(),
  sent: z.number().int(),
  recipients: z.number().int(),
}))
export type Sending = z.infer<typeof sendingSchema>

/** A campaign as its list shows it. */
const campaignRowSchema = lazySchema(() =>
  catalogueRowSchema.extend({
    ...funnelSchema.unwrap().shape,
    name: z.string(),
    subject: z.string(),
    type: z.string(),
    /** DRAFT, SCHEDULED, SENDING, SENT, CANCELLED, or what else the service says. */
    status: z.string(),
    /** "Everyone", "Segment “Founders”", "A condition of its own". */
    audienceName: z.string(),
    scheduledFor: instantSchema.nullable(),
    sentAt: instantSchema.nullable(),
  }),
)
export type CampaignRow = z.infer<typeof campaignRowSchema>

/** A campaign whole. */
const campaignDetailSchema = lazySchema(() =>
  campaignRowSchema.unwrap().extend({
    description: z.string(),
    /** Its type is MARKETING where the service says one that is not known. */
    mail: mailSchema,
    /** null where its audience cannot be read (`audienceProblem` says why). */
    audience: audienceSchema.nullable(),
    audienceProblem: z.string().nullable(),
    /** Why the service cancelled it by itself. */
    cancelReason: z.string().nullable(),
    basis: basisSchema,
    raw: z.record(z.string(), z.unknown()),
  }),
)
export type CampaignDetail = z.infer<typeof campaignDetailSchema>

const ratesOf = <Rate extends z.ZodType>(rate: Rate) => ({
  delivered: rate,
  opened: rate,
  clicked: rate,
  bounced: rate,
  unsubscribed: rate,
  complained: rate,
})

/** What became of a campaign. Rates are shares as `src-shared/campaign-rates.ts` says, 0 to 1; null where they are of nothing. */
const campaignResultsSchema = lazyObject(() => ({
  status: z.string(),
  funnel: funnelSchema,
  rates: z.object(ratesOf(z.number().nullable())),
  /** When it can be compared: seven days after it was sent; null: it was not sent. */
  completeAt: instantSchema.nullable(),
  /** While it is being sent: how fast, as far as it was watched, and how long it still takes; null until 20 s of it are known. */
  progress: z.object({ perSecond: z.number(), secondsLeft: z.number() }).nullable(),
  /** How fast it was sent in each minute that it was watched, the oldest first. */
  pace: z.array(z.object({ at: instantSchema, perSecond: z.number() })),
  /** Seconds since the last mail left, as far as it is watched; null while it is not being sent. */
  idleSeconds: z.number().nullable(),
  /** Why it was stopped from here by itself; null where it was not. */
  braked: z
    .object({ measure: z.string(), share: z.number(), limit: z.number(), at: instantSchema })
    .nullable(),
  /** The last round number of deliveries that was passed while it was watched. */
  passed: z.object({ delivered: z.number().int(), at: instantSchema }).nullable(),
  /** When the service was asked. */
  asOf: instantSchema.nullable(),
}))
export type CampaignResults = z.infer<typeof campaignResultsSchema>

const besideSchema = lazyObject(() => ({
  /** So long after it was sent each campaign is looked at. */
  days: z.number().int(),
  /** As it stood then, by the copied events; null: it is not that old, or they do not tell of enough mails. */
  rates: z.object(ratesOf(z.number().nullable())).nullable(),
  /** Of the others of which the events tell enough; null: these are fewer than three. */
  median: z.object({ campaigns: z.number().int(), ...ratesOf(z.number()) }).nullable(),
  /** Of how many of the mails that were sent the events tell. */
  told: z.number().int(),
  sent: z.number().int(),
}))
/** A campaign beside the median of the others, all at the same age. */
export type CampaignBeside = z.infer<typeof besideSchema>

/** How far a mail came with somebody at most; `open`: it left the service, and nothing came of it since. */
export const mailStepSchema = z.enum(['open', 'delivered', 'opened', 'clicked', 'bounced'])
export type MailStep = z.infer<typeof mailStepSchema>

/** Somebody who got a campaign, with what became of it by the copied events. */
const campaignPersonSchema = lazyObject(() => ({
  /** Of the contact. */
  id: z.string(),
  email: z.string(),
  /** null: none is known. */
  name: z.string().nullable(),
  step: mailStepSchema,
  opens: z.number().int(),
  clicks: z.number().int(),
  leaving: z.enum(['unsubscribed', 'complained']).nullable(),
  /** Why it bounced, as the service says. */
  reply: z.string().nullable(),
  /** The link followed last: its words in the mail, else its address. */
  link: z.string().nullable(),
  /** When anything happened last. */
  at: instantSchema,
}))
export type CampaignPerson = z.infer<typeof campaignPersonSchema>

const domainReachSchema = lazyObject(() => ({
  domain: z.string(),
  sent: z.number().int(),
  delivered: z.number().int(),
  open: z.number().int(),
  bounced: z.number().int(),
}))
/** How a domain took a campaign: `delivered`, `open` and `bounced` make up `sent`. */
export type DomainReach = z.infer<typeof domainReachSchema>

const campaignReachSchema = lazyObject(() => ({
  /** How many are at each step: together everybody whom the copied events tell of. */
  steps: z.record(mailStepSchema, z.number().int()),
  /** The most frequent, and one of which a lot bounces; `others`: the rest together; null: there is none. */
  domains: z.array(domainReachSchema),
  others: domainReachSchema.unwrap().omit({ domain: true }).extend({ domains: z.number().int() }).nullable(),
  /** People by link, the most followed first. `words`: of the link in the mail; empty where it stands for itself. */
  links: z.array(z.object({ url: z.string(), words: z.string(), people: z.number().int() })),
  /** The first delivery that is known. */
  first: z.object({ contactId: z.string(), name: z.string(), at: instantSchema }).nullable(),
  /** How its sending was confirmed here; null: it was not. */
  confirmed: z
    .object({
      people: z.number().int(),
      /** So long it was held. */
      seconds: z.number().int(),
      leftAt: instantSchema,
      /** Whether a person let it leave before its time. */
      atOnce: z.boolean(),
    })
    .nullable(),
}))
/** Whom a campaign reached, by the copied events. */
export type CampaignReach = z.infer<typeof campaignReachSchema>

const missedCampaignSchema = lazyObject(() => ({
  campaignId: z.string(),
  title: z.string(),
  /** When it left, or was cancelled. */
  at: instantSchema,
  /**
   * `notYet`: the contact came later; `outside`: not in its audience by its last review, `outsideNow`: by what is known now;
   * `leftOut`: for their verdict; `noEvent`: in its audience, and no event tells of a mail.
   */
  why: z.enum(['cancelled', 'notYet', 'unsubscribed', 'leftOut', 'outside', 'outsideNow', 'noEvent']),
  /** Since when that was so; null: not told, or not known. */
  since: instantSchema.nullable(),
}))
/** A campaign that somebody did not get, and why. */
export type MissedCampaign = z.infer<typeof missedCampaignSchema>

const recipientsSchema = lazyObject(() => ({
  rows: z.array(
    z.object({
      /** Of the mail. */
      id: z.string(),
      /** null where the copy has no such contact. */
      contactId: z.string().nullable(),
      email: z.string(),
      at: instantSchema.nullable(),
    }),
  ),
  /** Where the list goes on; null at its end. */
  cursor: z.string().nullable(),
}))
/** Some of the people whom a campaign's mails did not reach, or who called them spam. */
export type CampaignRecipients = z.infer<typeof recipientsSchema>

const writtenSchema = lazyObject(() => ({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000),
  mail: mailSchema,
  audience: audienceSchema,
}))
/** What a person writes of a campaign. */
export type WrittenCampaign = z.infer<typeof writtenSchema>

/** What leaving people out of a draft for their verdict does, told before it is done; by the copy. */
const leavePlanSchema = lazyObject(() => ({
  /** Of the service, with every person of the copy of that verdict as its member. `id` null: it has to be made. */
  segment: z.object({ id: z.string().nullable(), name: z.string() }),
  people: z.number().int(),
  /** Who become its members, and who are none any more since they were found to take mail. */
  adds: z.number().int(),
  takes: z.number().int(),
  /** Whether the draft's audience leaves it out already, and so stays as it is. */
  leftOut: z.boolean(),
}))
export type LeavePlan = z.infer<typeof leavePlanSchema>

/** What was done to leave undeliverable people out. */
const leftOutSchema = lazyObject(() => ({
  campaign: campaignDetailSchema,
  added: z.number().int(),
  taken: z.number().int(),
  /** Addresses that the service did not take as members: it still writes to them. */
  refused: z.number().int(),
  /** Whether the copy holds the members as they are now: else they are counted as they were. */
  membersRead: z.boolean(),
}))
export type LeftOut = z.infer<typeof leftOutSchema>

const shownPeopleSchema = lazyObject(() => ({
  id: z.string(),
  step: mailStepSchema.nullable(),
  search: z.string(),
}))

export const campaigns = lazily(() => ({
  page: procedure.input(cataloguePageInputSchema).output(cataloguePageSchema(campaignRowSchema)),
  get: procedure.input(z.object({ id: z.string() })).output(campaignDetailSchema),
  /** Reads it from the service now. */
  refresh: procedure.input(z.object({ id: z.string() })).output(campaignDetailSchema),
  /** POST /campaigns: a draft. Offline it is refused in words, as is every change here (docs/rules.md, rule 11). */
  create: procedure.input(writtenSchema).output(campaignDetailSchema),
  /** PATCH /campaigns/:id, only of what changed. `conflict` where it cannot be changed any more, or another person changed it. */
  update: procedure
    .input(z.object({ id: z.string(), changes: writtenSchema.unwrap().partial(), basis: basisSchema }))
    .output(campaignDetailSchema),
  /** A new draft with the same mail and audience. */
  duplicate: procedure
    .input(z.object({ id: z.string(), name: z.string().trim().min(1).max(200) }))
    .output(campaignDetailSchema),
  /** What {@link campaigns.leaveOut} would do. Refused offline and in a read-only profile, as that is. */
  leavePlan: procedure.input(z.object({ id: z.string(), of: leavableSchema })).output(leavePlanSchema),
  /**
   * Leaves people of a verdict out of a draft: brings a static segment of the service up to date that holds them, or makes
   * it, and has the audience leave its members out. Voids the sign-off. Where it fails on the way, what was done stays and
   * is said; done again, it goes on from there.
   */
  leaveOut: procedure
    .input(z.object({ id: z.string(), basis: basisSchema, of: leavableSchema }))
    .output(leftOutSchema),
  /** Takes that back: the audience is again what it was. The segment stays. */
  takeBackIn: procedure
    .input(z.object({ id: z.string(), basis: basisSchema, of: leavableSchema }))
    .output(campaignDetailSchema),
  /**
   * Sends a test to each address. `service`: as the service renders its own tests. `rendered`: rendered here as somebody
   * and sent as a mail of its own, which makes contacts of the addresses where they are none.
   */
  test: procedure
    .input(
      z.object({
        id: z.string(),
        emails: z.array(z.string().trim().max(320)).min(1).max(10),
        by: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('service') }),
          z.object({ kind: z.literal('rendered'), as: renderAsSchema }),
        ]),
      }),
    )
    .output(
      z.object({
        sent: z.array(z.string()),
        failed: z.array(z.object({ email: z.string(), problem: problemSchema })),
      }),
    ),
  /**
   * Holds the sending of a campaign for as long as Settings says; then the request leaves, once. Refused where it is not
   * signed off as it is now, `people` is not how many would get it by the signed review, or `typed` is not that number.
   */
  hold: procedure
    .input(
      z.object({
        id: z.string(),
        scheduledFor: instantSchema.nullable(),
        people: z.number().int(),
        typed: z.string().max(40),
      }),
    )
    .output(holdSchema),
  /** Nothing has left: it stays what it was. `conflict` where it has. */
  undo: procedure.input(z.object({ id: z.string() })).output(doneSchema),
  /** Does not wait for the end of the hold. */
  sendNow: procedure.input(z.object({ id: z.string() })).output(holdSchema),
  /** Puts away how a sending ended. */
  dismiss: procedure.input(z.object({ id: z.string() })).output(doneSchema),
  /** POST /campaigns/:id/cancel: of a scheduled one, or one that is being sent. */
  cancel: procedure.input(z.object({ id: z.string() })).output(campaignDetailSchema),
  /** Deletes a draft, where the service has that call. `name` must be its name, typed. */
  remove: procedure.input(z.object({ id: z.string(), name: z.string() })).output(doneSchema),
  /**
   * Whom its mails bounced from, or who complained, as the service lists them: the newest first, a hundred at a time.
   * `not_found` where it has no such list.
   */
  recipients: procedure
    .input(
      z.object({ id: z.string(), type: z.enum(['bounced', 'complained']), cursor: z.string().nullable() }),
    )
    .output(recipientsSchema),
  /** Everybody who got it, by the copied events; the latest happening first. `step` null: all. */
  people: procedure
    .input(shownPeopleSchema.unwrap().extend({ slice: sliceSchema }))
    .output(z.object({ rows: z.array(campaignPersonSchema), count: z.number().int() })),
  /** The campaigns that a contact did not get, by what is copied and kept here; the latest first. */
  missedBy: procedure
    .input(z.object({ contactId: z.string() }))
    .output(z.object({ campaigns: z.array(missedCampaignSchema) })),
  reach: procedure.input(z.object({ id: z.string() })).output(campaignReachSchema),
  /** A draft of the same mail for those alone from whom nothing came: a static segment is made to hold them. */
  writeToMissed: procedure.input(z.object({ id: z.string() })).output(campaignDetailSchema),
  /** `refresh`: asks the service first. */
  results: procedure.input(z.object({ id: z.string(), refresh: z.boolean() })).output(campaignResultsSchema),
  beside: procedure.input(z.object({ id: z.string() })).output(besideSchema),
  /** The counts and rates as CSV or JSON: of one campaign, or of all that a query shows. */
  export: procedure
    .input(z.object({ ids: z.array(z.string()).min(1).max(500), format: z.enum(['csv', 'json']) }))
    .output(eventIterator(exportProgressSchema)),
  /** The same people as a file, each with what became of it. */
  exportPeople: procedure
    .input(shownPeopleSchema.unwrap().extend({ format: z.enum(['csv', 'json']) }))
    .output(eventIterator(exportProgressSchema)),
}))
