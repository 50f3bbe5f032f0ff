import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { mailboxes } from '../address/mailboxes'
import { filterConditionSchema } from '../interface/filter'
import { templateLanguages } from '../interface/liquid-view'
import { doneSchema, instantSchema, procedure } from './base'
import { mailProgramSchema, renderedMailSchema } from './rendered-mail'

/** A mail as it is written: with its variables. */
export const mailSchema = lazyObject(() => ({
  subject: z.string().max(10_000),
  body: z.string().max(5_000_000),
  from: z.string().max(1000),
  fromName: z.string().max(1000),
  replyTo: z.string().max(1000),
  /** MARKETING goes to subscribed people alone. */
  type: z.enum(['MARKETING', 'TRANSACTIONAL', 'HEADLESS']),
}))
export type Mail = z.infer<typeof mailSchema>

/** Who gets it, as the service is told. */
export const audienceSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('segment'), id: z.string() }),
    z.object({ kind: z.literal('condition'), condition: filterConditionSchema }),
  ]),
)
export type Audience = z.infer<typeof audienceSchema>

/** What a review looks at. `audience` null: the mail alone, as of a template. */
const reviewInputSchema = lazyObject(() => ({
  /** null: it is no campaign of the service yet. */
  campaignId: z.string().nullable(),
  mail: mailSchema,
  audience: audienceSchema.nullable(),
  scheduledFor: instantSchema.nullable(),
  /** Nobody looks at it: the next one does not say what changed since. */
  background: z.boolean().optional(),
}))
export type ReviewInput = z.infer<typeof reviewInputSchema>

/** Where something stands in what was written. Lines and columns from 1; `length` in characters. */
export const placeSchema = lazyObject(() => ({
  part: z.enum(['subject', 'body', 'from', 'fromName', 'replyTo', 'audience', 'schedule']),
  line: z.number().int(),
  column: z.number().int(),
  length: z.number().int(),
}))
export type Place = z.infer<typeof placeSchema>

/** The rules, by their stable names, in the order in which they are listed. What each fires on is told by src-main/features/review/rules/. */
export const ruleSchema = z.enum([
  'unknownVariable',
  'missingValue',
  'unsubscribeLink',
  'senderDomain',
  'subject',
  'preheader',
  'linkMalformed',
  'linkPlaceholder',
  'activeContent',
  'schedule',
  'sameMail',
  'recentMail',
  'htmlSize',
  'imageAlt',
  'imageSource',
  'imageSize',
  'nightTime',
  'dmarcPolicy',
  'replyTo',
  'plainText',
  'spamMarkers',
  'emptyAudience',
  'projectedBounces',
  'undeliverable',
  'linkInsecure',
  'linkTracked',
  'listUnsubscribe',
  'linkHosts',
  'linkTags',
  'accessibility',
  'contrast',
  'mailPrograms',
])
export type Rule = z.infer<typeof ruleSchema>

/** What a rule found. In `title` and `sentence`, text between backticks is what the person wrote, to be set in mono. */
const checkSchema = lazyObject(() => ({
  /** Different for each thing a rule found: "missingValue:firstName". */
  key: z.string(),
  rule: ruleSchema,
  /** `off`: it was switched off, and is not looked at. */
  outcome: z.enum(['error', 'warning', 'note', 'passed', 'off']),
  title: z.string(),
  /** Why, and what to do. */
  sentence: z.string(),
  /** How many people, links, images; null where there is nothing to count. */
  count: z.number().int().nullable(),
  /** Instead of the count: "93 KB". */
  figure: z.string().nullable(),
  places: z.array(placeSchema).max(200),
  /** Whether {@link review.people} can say who they are. */
  hasPeople: z.boolean(),
  /** Of what mail programs leave out: whom it reaches. Not there where it is about the mail itself. */
  programs: z
    .object({
      people: z.number().int(),
      /** Of the audience, 0 to 1. */
      share: z.number(),
      /** The day of the tables that say what programs show. */
      asOf: instantSchema,
      /** How each provider's program takes it; of one that is not named nothing is known. */
      shows: z.partialRecord(z.enum(mailboxes), z.boolean()),
      /** The first places as they are written, what is left out between two parts. */
      excerpts: z.array(
        z.object({
          line: z.number().int(),
          before: z.string(),
          hit: z.string(),
          after: z.string(),
          words: z.string(),
        }),
      ),
    })
    .optional(),
  /** Set where it was switched off. */
  off: z.object({ reason: z.string(), at: instantSchema }).nullable(),
}))
export type Check = z.infer<typeof checkSchema>

/** Somebody as whom the mail can be looked at. */
const personaSchema = lazyObject(() => ({
  kind: z.enum(['first', 'longest', 'missing', 'script']),
  /** "Zofia Wiśniewska", "Longest values", "No firstName", "Arabic". */
  label: z.string(),
  contactId: z.string(),
  email: z.string(),
}))
export type Persona = z.infer<typeof personaSchema>

const bounceBasisSchema = lazyObject(() => ({
  /** `learnt`: from this project's own bounces; `rule`: from the verdicts alone. */
  kind: z.enum(['learnt', 'rule']),
  /** Campaigns that could be learnt from, their mails and bounces. */
  campaigns: z.number().int(),
  mails: z.number().int(),
  bounces: z.number().int(),
  /** Brier scores over campaigns that were held out; null: there are too few. */
  scores: z.object({ learnt: z.number(), rule: z.number() }).nullable(),
}))
/** What projected bounces rest on. */
export type BounceBasis = z.infer<typeof bounceBasisSchema>

/** Who would get the mail, counted over the copy. */
const audienceReportSchema = lazyObject(() => ({
  /** "Segment “Active in 12 months”", "Everyone", "A condition of its own". */
  name: z.string(),
  /** When the copy was last read whole, or refreshed; null: never. */
  asOf: instantSchema.nullable(),
  /** Also those whom it leaves out as undeliverable. */
  members: z.number().int(),
  /** Of the members where the mail is MARKETING, else of those who will get it. */
  unsubscribed: z.number().int(),
  /** Who would get it, but that the audience leaves out Postroom's segment of undeliverable people; null: it does not. */
  undeliverableLeftOut: z.number().int().nullable(),
  /** Whom the service will write to: members, without the unsubscribed where it leaves them out. */
  willGet: z.number().int(),
  /** By class of their newest verdict, among those who will get it; `notChecked`: none, or expired. */
  verdicts: z.object({
    accepts: z.number().int(),
    risky: z.number().int(),
    undeliverable: z.number().int(),
    unknown: z.number().int(),
    notChecked: z.number().int(),
  }),
  /** 0 to 1; null where hardly anybody was checked and nothing was learnt. */
  projectedBounces: z.number().nullable(),
  bounceBasis: bounceBasisSchema,
  /** Against the last review of this campaign; null for the first. */
  change: z.object({ at: instantSchema, added: z.number().int(), gone: z.number().int() }).nullable(),
  /** Seconds that sending takes at 14 a second. */
  seconds: z.number(),
  /** The five most frequent; and the rest. */
  domains: z.array(z.object({ domain: z.string(), count: z.number().int() })),
  otherDomains: z.object({ domains: z.number().int(), count: z.number().int() }),
  /** By provider, the most people first; those whose mail program their domain does not tell are in none. */
  mailboxes: z.array(z.object({ mailbox: z.enum(mailboxes), people: z.number().int() })),
  /** Campaigns of the last 14 days that some of them got; `exact`: by events, else by what its audience is now. */
  overlap: z.array(
    z.object({
      campaignId: z.string(),
      name: z.string(),
      sentAt: instantSchema,
      count: z.number().int(),
      exact: z.boolean(),
    }),
  ),
  personas: z.array(personaSchema),
  /** The people who will get it, frozen: rows from {@link segments.people}. */
  selectionId: z.string(),
}))
export type AudienceReport = z.infer<typeof audienceReportSchema>

/** Verdicts for which people can be left out of a campaign: the service knows none, so a segment of it holds them. */
export const leavableSchema = z.enum(['undeliverable', 'risky', 'unknown'])
export type Leavable = z.infer<typeof leavableSchema>

const audienceFiguresSchema = lazyObject(() => ({
  /** Of each audience asked for, as {@link audienceReportSchema} has them. */
  figures: z.array(audienceReportSchema.unwrap().pick({ members: true, unsubscribed: true, willGet: true })),
  /** The ids of the segments that were made to hold undeliverable people, and those for risky and unknown ones. */
  undeliverable: z.array(z.string()),
  risky: z.array(z.string()),
  unknown: z.array(z.string()),
}))
/** How many several audiences reach: what a sum is made of, a line each. */
export type AudienceFigures = z.infer<typeof audienceFiguresSchema>

/** A review tells what it has as soon as it has it; checks that come again replace those of their rule. */
const reviewStepSchema = lazySchema(() =>
  z.discriminatedUnion('part', [
    /** How many will get it: known long before who they are. */
    z.object({ part: z.literal('figure'), willGet: z.number().int(), tookMs: z.number() }),
    z.object({ part: z.literal('audience'), audience: audienceReportSchema, tookMs: z.number() }),
    z.object({ part: z.literal('checks'), checks: z.array(checkSchema) }),
    z.object({
      part: z.literal('done'),
      /** Names this review for {@link review.people}; the newest eight are kept. */
      reviewId: z.string(),
      /** What a sign-off is bound to: subject, body, sender, audience definition, type. */
      hash: z.string(),
      rules: z.number().int(),
      /** People that the rules looked at. */
      people: z.number().int(),
      tookMs: z.number(),
      at: instantSchema,
    }),
  ]),
)
export type ReviewStep = z.infer<typeof reviewStepSchema>

/**
 * As whom a mail is rendered. `values`: as whoever has the address, with what the copy knows of them and `data` over it;
 * `nobody`: variables as they are written.
 */
export const renderAsSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('contact'), id: z.string() }),
    z.object({ kind: z.literal('values'), email: z.string(), data: z.record(z.string(), z.unknown()) }),
    z.object({ kind: z.literal('nobody') }),
  ]),
)
export type RenderAs = z.infer<typeof renderAsSchema>

/** What a review found to look at, and how many of its checks passed. */
export const reviewFoundSchema = lazyObject(() => ({
  checks: z.array(
    checkSchema
      .unwrap()
      .pick({ key: true, title: true, count: true, figure: true })
      .extend({ outcome: z.enum(['error', 'warning', 'note']) }),
  ),
  passed: z.number().int(),
  /** Whom it was for, and who of them would not get it. */
  audience: z.object({
    members: z.number().int(),
    unsubscribed: z.number().int(),
    undeliverable: z.number().int(),
  }),
}))
export type ReviewFound = z.infer<typeof reviewFoundSchema>

/** What is kept of a campaign's reviews. */
const reviewStateSchema = lazyObject(() => ({
  /** `holds`: nothing it is bound to has changed. */
  signOff: z
    .object({ at: instantSchema, hash: z.string(), warnings: z.number().int(), holds: z.boolean() })
    .nullable(),
  off: z.array(z.object({ rule: ruleSchema, reason: z.string(), at: instantSchema })),
  /**
   * The newest review. `findings`: how much it found to look at; null where it is of another mail or audience by now.
   * `found`: what that was; null where it was not kept.
   */
  last: z
    .object({
      at: instantSchema,
      people: z.number().int(),
      findings: z.number().int().nullable(),
      found: reviewFoundSchema.nullable(),
    })
    .nullable(),
}))
export type ReviewState = z.infer<typeof reviewStateSchema>

/** What a link or a picture answered when it was looked up. */
const linkAnswerSchema = lazyObject(() => ({
  url: z.string(),
  /** `heavy`: a picture that takes long on the road. */
  outcome: z.enum(['answers', 'heavy', 'broken', 'redirects', 'noAnswer', 'leftOut']),
  /** A sentence: "404 Not found", "Not looked up: it unsubscribes". */
  words: z.string(),
}))
export type LinkAnswer = z.infer<typeof linkAnswerSchema>

export const review = lazily(() => ({
  /** Checks a mail over the people who would get it. Ending the iterator ends the counting. */
  run: procedure.input(reviewInputSchema).output(eventIterator(reviewStepSchema)),
  /** Counts several audiences over the copy, as a review counts one. */
  figures: procedure
    .input(
      z.object({ audiences: z.array(audienceSchema).min(1).max(30), type: mailSchema.unwrap().shape.type }),
    )
    .output(audienceFiguresSchema),
  /** Freezes those whom `of` means and who would not get a mail to `audience`: rows from {@link segments.people}. */
  leftOut: procedure
    .input(z.object({ of: audienceSchema, audience: audienceSchema, type: mailSchema.unwrap().shape.type }))
    .output(z.object({ selectionId: z.string(), count: z.number().int() })),
  /** Freezes the people a check counted: rows from {@link segments.people}. `not_found` where the review is too old. */
  people: procedure
    .input(z.object({ reviewId: z.string(), key: z.string() }))
    .output(z.object({ selectionId: z.string(), count: z.number().int() })),
  /** `marks`: what variables became is marked. `images`: pictures are shown, which tells their server. */
  render: procedure
    .input(
      z.object({
        mail: mailSchema,
        as: renderAsSchema,
        marks: z.boolean(),
        images: z.boolean(),
        /** `kept`: as a program in dark shows it that leaves its colours alone; `turned`: as one that inverts them. */
        dark: z.union([z.boolean(), z.enum(['kept', 'turned'])]),
        /** Shown without what this program does not show; none: with all of it. */
        program: mailProgramSchema.optional(),
        /** Words that stand beside a link, by its address. */
        beside: z.record(z.string(), z.string()).optional(),
      }),
    )
    .output(renderedMailSchema),
  /**
   * Names that variables can have: those of the service and the keys of the copy's `data`, the most frequent first; and
   * the language that the service reads templates in.
   */
  variables: procedure.output(
    z.object({
      variables: z.array(z.object({ name: z.string(), count: z.number().int() })),
      language: z.enum(templateLanguages),
    }),
  ),
  /** Asks every link and picture of a mail once, those left out that unsubscribe, track or name a person. */
  lookUpLinks: procedure.input(z.object({ mail: mailSchema })).output(eventIterator(linkAnswerSchema)),
  state: procedure.input(z.object({ campaignId: z.string() })).output(reviewStateSchema),
  /**
   * For the newest review of the campaign as the service holds it: `hash` is that review's. `conflict` where it has errors,
   * or the campaign is another by now; `offline` where the service cannot be asked.
   */
  signOff: procedure.input(z.object({ campaignId: z.string(), hash: z.string() })).output(reviewStateSchema),
  /** Takes a sign-off back. */
  open: procedure.input(z.object({ campaignId: z.string() })).output(reviewStateSchema),
  /** Switches a rule off for one campaign, with a reason that stays in the record; null switches it on again. */
  setRule: procedure
    .input(
      z.object({
        campaignId: z.string(),
        rule: ruleSchema,
        reason: z.string().trim().min(3).max(500).nullable(),
      }),
    )
    .output(reviewStateSchema),
  /** Forgets what a person does not want kept: the newest reviews in memory. */
  letGo: procedure.input(z.object({ reviewId: z.string() })).output(doneSchema),
}))
