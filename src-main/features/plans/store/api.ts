import { z } from 'zod'
import { funnelSchema, type Funnel } from '../../../../src-shared/bridge/campaigns'
import type { judgementSchema, planStateSchema, sliceStateSchema } from '../../../../src-shared/bridge/plans'
import { mailSchema, type Mail } from '../../../../src-shared/bridge/review'
import { toldSentenceSchema, type ToldSentence } from '../../../../src-shared/messages/told'
import { planSettingsSchema, type PlanSettings } from '../../../../src-shared/sending-plan/settings'
import type { BounceTally } from '../../../../src-shared/projected-bounces'
import type { DomainPeople } from '../../../../src-shared/sending-plan/slices'

/** What was found of a slice that had left. */
export type Judgement = z.infer<typeof judgementSchema>

/** A slice of a plan. Times in milliseconds since 1970. */
export interface KeptSlice {
  number: number
  at: number
  state: z.infer<typeof sliceStateSchema>
  segment: string | null
  campaign: string | null
  leftAt: number | null
  judgement: Judgement | null
  judgedAt: number | null
  funnel: Funnel | null
}

/** A plan, whole but for its people. `people`: how many it was started for. */
export interface KeptPlan {
  id: number
  campaign: string
  name: string
  mail: Mail
  hash: string
  settings: PlanSettings
  people: number
  /** Domains told apart, null for all others: what `part` and `byDomain` are places in. */
  parts: (string | null)[]
  state: z.infer<typeof planStateSchema>
  held: { why: ToldSentence; at: number } | null
  startedAt: number
  slices: KeptSlice[]
}

/** How many of each part of each slice are to come, and how many were left out. */
export interface SliceCount {
  slice: number
  part: number
  people: number
  leftOut: number
}

/** People of an audience at a domain, or at all others, and what is known of their addresses. */
export type TalliedDomain = DomainPeople & BounceTally

/** Campaigns that leave in slices. What decides whether a mail leaves is committed with synchronous=FULL. */
export interface PlanStore {
  /** The domains of a frozen audience, the most frequent first, and all others together. */
  domains(input: { selectionId: string; most: number }): { domains: TalliedDomain[]; all: number }
  /**
   * Begins a plan: everybody of a frozen audience gets a place in one slice, by `parts` (domains told apart, null for all
   * others) and how many of each go into each slice. Throws `conflict` where the campaign has a plan that has not ended,
   * or other people are frozen than were counted.
   */
  begin(input: {
    plan: Pick<KeptPlan, 'campaign' | 'name' | 'mail' | 'hash' | 'settings'>
    selectionId: string
    parts: (string | null)[]
    slices: { at: number; byDomain: number[] }[]
    now: number
  }): KeptPlan
  /** The newest plan of a campaign; null: it has none. */
  of(campaign: string): KeptPlan | null
  /** Ids of those that have not ended; one of them, null where it has. */
  open(): number[]
  running(plan: number): KeptPlan | null
  /** The plan and the slice that a campaign was made for; null: it is no slice. */
  madeFor(campaign: string): { plan: KeptPlan; slice: KeptSlice } | null
  counts(plan: number): SliceCount[]
  /** Addresses of a slice that are to come, in order; `next` null at their end. */
  addresses(input: { plan: number; slice: number; after: string; limit: number }): {
    emails: string[]
    next: string | null
  }
  /** Leaves out those of a slice whom the copy does not know as subscribed any more; answers who. */
  leaveOutGone(input: { plan: number; slice: number; subscribedOnly: boolean }): string[]
  /** Leaves out who is named. */
  leaveOut(input: { plan: number; emails: string[] }): void
  /** Leaves out those at a domain who are in slices from a number on. Answers their addresses, by slice. */
  leaveOutDomain(input: { plan: number; domain: string; from: number }): { slice: number; email: string }[]
  /** The domains of those who are in slices from a number on, as {@link PlanStore.domains} of an audience. */
  toCome(input: { plan: number; from: number; most: number }): { domains: DomainPeople[]; all: number }
  /**
   * Gives those who are to come from a slice on other slices, under other settings: the slices from there on are made
   * anew, with no segment. Their order stays.
   */
  replan(input: {
    plan: number
    from: number
    settings: PlanSettings
    /** Those before, with new ones after them. */
    parts: (string | null)[]
    slices: { at: number; byDomain: number[] }[]
  }): KeptPlan
  /** Changes a slice. */
  slice(input: { plan: number; number: number; changes: Partial<Omit<KeptSlice, 'number'>> }): void
  /** Puts slices at other times. */
  move(input: { plan: number; times: { number: number; at: number }[] }): void
  state(input: { plan: number; state: KeptPlan['state']; held: KeptPlan['held'] }): void
  note(input: { plan: number; at: number; note: ToldSentence }): void
  /** What happened, the newest first. */
  notes(plan: number): { at: number; note: ToldSentence }[]
}

/** Columns that hold JSON, as they are read. */
export const kept = {
  mail: mailSchema,
  settings: planSettingsSchema,
  funnel: funnelSchema,
  note: toldSentenceSchema,
  parts: z.array(z.string().nullable()),
}
