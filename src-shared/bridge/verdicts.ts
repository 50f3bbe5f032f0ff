import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { instantSchema, procedure } from './base'

/** What a check of an address proves, in four classes. `accepts`: its domain accepts mail. */
export const verdictClassSchema = z.enum(['accepts', 'risky', 'undeliverable', 'unknown'])
export type VerdictClass = z.infer<typeof verdictClassSchema>

/** What `verdict` is, as a field of contacts, where the newest one expired: so named that it stands behind the classes in any order. */
export const expiredVerdict = 'void'

/** For how many days a verdict is taken for what is so, unless a person says otherwise; `unknown` where nothing was found out. */
export const verdictDays = { known: 90, unknown: 30 } as const

/** Where a verdict comes from: the service's POST /v1/verify, what can be told here without asking, or a list bought elsewhere. */
export const verdictSourceSchema = z.enum(['service', 'local', 'bought'])
export type VerdictSource = z.infer<typeof verdictSourceSchema>

/** What is known of an address. */
export const verdictSchema = lazyObject(() => ({
  /** Lower case. */
  email: z.string(),
  class: verdictClassSchema,
  /** A plain sentence each, the weightiest first; never empty. */
  reasons: z.array(z.string()).min(1),
  /** A likely correct spelling. */
  suggestion: z.string().nullable(),
  source: verdictSourceSchema,
  at: instantSchema,
}))
export type Verdict = z.infer<typeof verdictSchema>

/** One verdict of an address's history. */
const pastVerdictSchema = lazySchema(() =>
  verdictSchema.unwrap().extend({
    /** The class that the signs amounted to then differs from the verdict before: a flip. null: none came before. */
    was: verdictClassSchema.nullable(),
    /** It is no longer taken for what is so. */
    expired: z.boolean(),
    /** The domain's override that outweighs it; null where none does. */
    override: z.object({ class: verdictClassSchema, note: z.string() }).nullable(),
    /** Who it was bought from, as the person named it; null where it was not. */
    vendor: z.string().nullable(),
    /** What was answered, as it came; null where nobody was asked. */
    answer: z.record(z.string(), z.unknown()).nullable(),
  }),
)
export type PastVerdict = z.infer<typeof pastVerdictSchema>

/** What a sign means: a line of the table that a person reads and changes. */
const signRuleSchema = lazyObject(() => ({
  /** Stable; stored with verdicts. */
  sign: z.string(),
  /** "Disposable domain". */
  title: z.string(),
  /** As it is said of one address. */
  sentence: z.string(),
  class: verdictClassSchema,
  /** What it is unless a person says otherwise. */
  usual: verdictClassSchema,
  /** How many addresses have it in their newest verdict. */
  addresses: z.number().int(),
}))
export type SignRule = z.infer<typeof signRuleSchema>

/** A class that a person gives to every address of a domain, whatever a check says. */
const domainOverrideSchema = lazyObject(() => ({
  /** In ASCII and lower case; domains below it count with it. */
  domain: z.string(),
  class: verdictClassSchema,
  /** Why; may be empty. */
  note: z.string().max(500),
  at: instantSchema,
  addresses: z.number().int(),
}))
export type DomainOverride = z.infer<typeof domainOverrideSchema>

/** Days from 1 to 3,650 that a verdict is taken for what is so. */
const expiryDaysSchema = lazyObject(() => ({
  known: z.number().int().min(1).max(3650),
  unknown: z.number().int().min(1).max(3650),
}))
export type ExpiryDays = z.infer<typeof expiryDaysSchema>

/** All that decides about classes, of one profile. */
const verdictRulesSchema = lazyObject(() => ({
  signs: z.array(signRuleSchema),
  domains: z.array(domainOverrideSchema),
  expiry: expiryDaysSchema,
}))
export type VerdictRules = z.infer<typeof verdictRulesSchema>

/** Contacts by what is known of their addresses. `expired` ones are counted there and in no class. */
const healthCountsSchema = lazyObject(() => ({
  contacts: z.number().int(),
  byClass: z.record(verdictClassSchema, z.number().int()),
  expired: z.number().int(),
  notChecked: z.number().int(),
}))

/** Of the verdicts of some contacts: their median age in days (null: there are none), and how many end within 30 days. */
const standingSchema = lazyObject(() => ({ medianDays: z.number().int().nullable(), soon: z.number().int() }))

/** Contacts by what is known of them: never checked, a verdict that counts no longer, unknown, or with a likely spelling. */
export const contactStandingSchema = z.enum(['never', 'expired', 'unknown', 'suggested'])
export type ContactStanding = z.infer<typeof contactStandingSchema>

/** Contacts of a standing, or whose verdict counts and follows from a sign. */
export type CountedContacts = ContactStanding | { sign: string }

/** How clean the list is, and what to do next. */
const listHealthSchema = lazySchema(() =>
  healthCountsSchema.unwrap().extend({
    /** 30 days ago: today's contacts that were there then, as they were known then. null: no verdict is as old. */
    before: healthCountsSchema.nullable(),
    standing: z.object({
      accepts: standingSchema,
      risky: standingSchema,
      undeliverable: standingSchema,
      unknown: standingSchema,
      expired: standingSchema,
      all: standingSchema,
    }),
    /** Contacts whose verdict counts, by the weightiest sign of it, and by the domain whose class outweighs signs. */
    signs: z.array(
      z.object({
        sign: z.string(),
        contacts: z.number().int(),
        /** How many have the sign, weightiest or not. */
        carried: z.number().int(),
      }),
    ),
    domains: z.array(z.object({ domain: z.string(), class: verdictClassSchema, contacts: z.number().int() })),
    /** Contacts by the age of a verdict that counts: from so many days, until before so many. */
    ages: z.array(z.object({ from: z.number().int(), until: z.number().int(), contacts: z.number().int() })),
    /** By the end of each week, the oldest first, at most 26: what was known then of today's contacts. */
    trend: z.array(healthCountsSchema.unwrap().extend({ at: instantSchema })),
    /** The newest verdict of any contact. */
    lastAt: instantSchema.nullable(),
    /** After how many days verdicts are counted as expired. */
    expiry: expiryDaysSchema,
    /** What would help, the weightiest first; empty: nothing to do. */
    next: z.array(
      z.object({
        code: z.enum([
          'checkRest',
          'checkExpired',
          'unsubscribeUndeliverable',
          'correctTypos',
          'retryUnknown',
        ]),
        contacts: z.number().int(),
      }),
    ),
  }),
)
export type ListHealth = z.infer<typeof listHealthSchema>

/** What one step of list health would take. */
const worthSchema = lazySchema(() =>
  listHealthSchema.unwrap().shape.next.element.extend({
    /** Calls that it would cost; null where it costs none. */
    calls: z.number().int().nullable(),
    /** Whether the calls were worked out from a part of the contacts, as there are very many. */
    sampled: z.boolean(),
    /** Of likely typos, the most frequent domain, and how many others there are. */
    domains: z.object({ first: z.string(), others: z.number().int() }).nullable(),
  }),
)
export type WorthDoing = z.infer<typeof worthSchema>

/** How a bought list is to be read: by index of the file's columns; dates as in imports, or one day for all. */
const boughtMappingSchema = lazyObject(() => ({
  email: z.number().int().min(0),
  result: z.number().int().min(0),
  /** A column with the reason; null: none. */
  reason: z.number().int().min(0).nullable(),
  checked: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('column'), index: z.number().int().min(0), format: z.string().max(40) }),
    z.object({ kind: z.literal('day'), at: instantSchema }),
  ]),
  /** "ZeroBounce". */
  vendor: z.string().trim().min(1).max(100),
  /** What each text of the result column means; texts that are not named are left out and counted. */
  classes: z.array(z.object({ text: z.string().max(200), class: verdictClassSchema })).max(200),
}))
export type BoughtMapping = z.infer<typeof boughtMappingSchema>

/** What a file of bought verdicts seems to hold. */
const boughtProposalSchema = lazyObject(() => ({
  rows: z.number().int(),
  /** As far as it can be told; null: a person has to say. */
  email: z.number().int().nullable(),
  result: z.number().int().nullable(),
  reason: z.number().int().nullable(),
  checked: z.object({ index: z.number().int(), format: z.string() }).nullable(),
  vendor: z.string().nullable(),
  /** The texts of the result column, the most frequent first, at most 200; class null: not known. */
  results: z.array(
    z.object({ text: z.string(), count: z.number().int(), class: verdictClassSchema.nullable() }),
  ),
}))
export type BoughtProposal = z.infer<typeof boughtProposalSchema>

/** How far the reading of bought verdicts is; `ended` is the last one. The counts add up to `rows`. */
const boughtProgressSchema = lazyObject(() => ({
  rows: z.number().int(),
  total: z.number().int(),
  added: z.number().int(),
  /** The ledger has a newer one; it was added behind that. */
  older: z.number().int(),
  /** No address, no date, or a result that was given no class. */
  leftOut: z.number().int(),
  flipped: z.number().int(),
  ended: z.boolean(),
}))
export type BoughtProgress = z.infer<typeof boughtProgressSchema>

/** The ledger of a profile, and what decides about classes. */
export const verdicts = lazily(() => ({
  rules: procedure.output(verdictRulesSchema),
  /** Gives a sign another class. Every address with it has that class at once. */
  setRule: procedure
    .input(z.object({ sign: z.string(), class: verdictClassSchema }))
    .output(verdictRulesSchema),
  /** Every sign as it usually is; overrides of domains stay. */
  resetRules: procedure.output(verdictRulesSchema),
  /** class null: takes the override away. A text that is no domain is refused with `input_invalid`. */
  setDomain: procedure
    .input(
      z.object({
        domain: z.string().trim().min(1).max(255),
        class: verdictClassSchema.nullable(),
        note: z.string().max(500),
      }),
    )
    .output(verdictRulesSchema),
  setExpiry: procedure.input(expiryDaysSchema).output(verdictRulesSchema),
  /** All verdicts over one address, the newest first, at most 100. */
  history: procedure
    .input(z.object({ email: z.string().max(320) }))
    .output(z.object({ verdicts: z.array(pastVerdictSchema) })),
  /**
   * Asks the service about one address now, ahead of all other work, whatever is known of it: one call, none where the
   * address alone settles it. Answers its history. Offline it is refused, and a failed call leaves the ledger as it is.
   */
  checkNow: procedure
    .input(z.object({ email: z.string().min(1).max(320) }))
    .output(z.object({ verdicts: z.array(pastVerdictSchema) })),
  health: procedure.output(listHealthSchema),
  /** What is worth doing next with its cost, the weightiest first; and when the next verdict ends. */
  worth: procedure.output(
    z.object({
      steps: z.array(worthSchema),
      /** Requests a minute that checks may take, and of how many. */
      share: z.number(),
      ceiling: z.number(),
      nextExpiry: instantSchema.nullable(),
    }),
  ),
  /** Freezes the contacts of a standing, so that they are shown. */
  freeze: procedure
    .input(z.object({ standing: z.union([contactStandingSchema, z.object({ sign: z.string() })]) }))
    .output(z.object({ selectionId: z.string(), count: z.number().int() })),
  /** Looks through a file (list-files.ts) that was bought elsewhere. `result`: where another column holds the result. */
  propose: procedure
    .input(z.object({ fileId: z.string(), result: z.number().int().min(0).nullable() }))
    .output(boughtProposalSchema),
  /** Enters the file's verdicts in the ledger. Doing it twice changes nothing. */
  addBought: procedure
    .input(z.object({ fileId: z.string(), mapping: boughtMappingSchema }))
    .output(eventIterator(boughtProgressSchema)),
}))
