import type { BounceBasis, Persona } from '../../../../../src-shared/bridge/review'
import type { Mailbox } from '../../../../../src-shared/address/mailboxes'
import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { FilterCondition, FilterReading } from '../../../../../src-shared/interface/filter'
import type { AudienceSegment } from './condition'

/** Whom something is for. */
export interface AudienceDefinition {
  /** null: everyone. */
  condition: FilterCondition | null
  /** Every segment that the condition names, also through others. */
  segments: AudienceSegment[]
  /** Whether it leaves out who is unsubscribed. */
  subscribedOnly: boolean
  /** Who is left out of those whom the condition holds for, counted apart; nobody where it is not there. */
  without?: FilterCondition
}

/** A condition with every segment that it names, also through others; null: everyone. */
export type AskedCondition = Pick<AudienceDefinition, 'condition' | 'segments'>

/** A campaign that some of an audience may have had. */
export interface SentCampaign extends AudienceDefinition {
  id: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** As it is written, with its variables: what its mails are found by where their events name no campaign. */
  subject: string
  /** How many it wrote to, where the copy may miss events of it: whom its audience holds for now then count beside those. */
  people?: number
}

/** Who had a mail lately: by events since a moment, by campaigns sent since, and others by their ids. Each counts once. */
export interface RecentMail {
  /** Milliseconds since 1970. */
  since: number
  sent: SentCampaign[]
  contactIds: string[]
}

/** How many an audience has of each class of newest verdict; `notChecked`: none, or an expired one. */
export type VerdictTally = Record<VerdictClass | 'notChecked', number>

/** Somebody as whom a mail is worth looking at. */
export interface FoundPersona extends Persona {
  /** Of kind `missing`: what has no value. Of kind `script`: the name of the script. */
  of: string | null
}

/** What is counted of an audience. */
export interface SurveyInput extends AudienceDefinition {
  /** A later call with the same asker ends an earlier one with `cancelled`. */
  asker: string
  /** The names of variables as a mail writes them: `firstName`, `data.city`, `data.address.city`. */
  variables: string[]
  /** null: not asked. */
  recent: RecentMail | null
  sent: SentCampaign[]
  /** Whose kept audience (see {@link AudienceStore.keep}) this one is compared with; null: none. */
  previous: string | null
}

/** An audience, counted over the copy. All but the first three figures is of those who would get the mail. */
export interface AudienceSurvey {
  /** Of the condition, also those who are left out of it. */
  members: number
  /** Of the members; where they get it too, of those who will. */
  unsubscribed: number
  /** Who would get it, were they not left out (`without`). */
  leftOut: number
  willGet: number
  /** Those who would get it, frozen, in the order of the copy. */
  selectionId: string
  verdicts: VerdictTally
  /** How many mails will probably bounce, as was learnt; null: the rule holds. */
  expectedBounces: number | null
  bounceBasis: BounceBasis
  /** The five most frequent, in lower case; equally frequent ones by name. */
  domains: { domain: string; count: number }[]
  otherDomains: { domains: number; count: number }
  /** By provider, the most people first; whose program nobody knows by the domain are in none. */
  mailboxes: { mailbox: Mailbox; people: number }[]
  /** For each variable asked for, how many of them it shows nothing for, its fallback apart. */
  missing: { variable: string; count: number }[]
  /** null where it was not asked. */
  recent: number | null
  /** In the order asked. `exact`: by events of that campaign's mails; else those whom its audience holds for now. */
  overlap: { id: string; count: number; exact: boolean }[]
  /** IANA names that their data hold under a key such as `timezone`, the most frequent first. */
  zones: { zone: string; count: number }[]
  /** Against what was kept last; null where nothing was. */
  change: { at: number; added: number; gone: number } | null
  personas: FoundPersona[]
}

/** A part of a frozen audience: those that one figure of its survey counted. */
export type AudiencePart =
  | { kind: 'missing'; variable: string }
  | { kind: 'verdict'; class: keyof VerdictTally }
  | { kind: 'recent'; mail: RecentMail }
  | { kind: 'sent'; campaign: SentCampaign }
  | { kind: 'zones'; zones: string[] }
  | { kind: 'domain'; domain: string }
  | { kind: 'mailboxes'; mailboxes: Mailbox[] }

/**
 * Audiences, counted over the copy. Everything answers in steps of a few milliseconds, of the contacts as they are when it
 * ends; nobody is read one by one but where the index cannot tell (docs/decisions.md, "One grammar of filters").
 */
export interface AudienceStore {
  /** Freezes those for whom a condition of the filter grammar holds now, in the order of the copy. */
  freeze(input: {
    condition: FilterCondition
    segments: AudienceSegment[]
    /** Whoever this one holds for is left out. */
    without?: FilterCondition
  }): {
    selectionId: string
    count: number
  }
  /**
   * Keeps who is in a segment on a day: `condition` is what it is counted with, after which counts with another one go. A
   * day that is counted already is counted again only with `anew`. Counts stay from `oldest` on, who they were from `newestWho` on; days as "2026-11-22".
   */
  keepDay(input: {
    segment: string
    day: string
    oldest: string
    newestWho: string
    condition: FilterCondition
    segments: AudienceSegment[]
    anew: boolean
  }): void
  /** Every count of a day that is kept, by segment and day. */
  days(): { segment: string; day: string; people: number }[]
  /** Who came into a segment and who left it since a day, frozen; null before two days are counted. */
  dayChange(input: { segment: string; since: string }): {
    since: string
    cameIn: { selectionId: string; count: number }
    left: { selectionId: string; count: number }
  } | null
  /** How many came in and left, of several. */
  dayChanges(input: {
    segments: string[]
    since: string
  }): { segment: string; since: string; cameIn: number; left: number }[]
  forgetDays(segment: string): void
  /** For how many contacts a condition holds. A later call with the same asker ends an earlier one with `cancelled`. */
  count(input: { asker: string; condition: FilterCondition | null; segments: AudienceSegment[] }): {
    count: number
    total: number
  }
  /** What is known of the addresses of those for whom a condition holds. */
  verdicts(input: { condition: FilterCondition; segments: AudienceSegment[] }): VerdictTally
  /** Members, unsubscribed and who would get it, alone: what a review shows first. */
  first(
    input: AudienceDefinition & { asker: string },
  ): Pick<AudienceSurvey, 'members' | 'unsubscribed' | 'willGet'>
  /** Freezes those who would get it. */
  willGet(input: AudienceDefinition): { selectionId: string; count: number }
  /** How many of those who would get it had each campaign. */
  overlap(input: AudienceDefinition & { sent: SentCampaign[] }): AudienceSurvey['overlap']
  /** How many would get it, and how many of them are in a frozen selection. */
  among(input: AudienceDefinition & { selectionId: string }): { people: number; among: number }
  survey(input: SurveyInput): AudienceSurvey
  /** How conditions are read from now on, over restarts: as the service of this copy reads them. */
  useReading(reading: FilterReading): void
  /** How conditions are read, as the service of this copy was last known to. */
  reading(): FilterReading
  /** Ends what an asker waits for, with `cancelled`. */
  cancel(asker: string): void
  /** Freezes those whom `of` holds for and who would not get the mail, in the order of the copy. */
  outside(input: { of: Pick<AudienceDefinition, 'condition' | 'segments'>; audience: AudienceDefinition }): {
    selectionId: string
    count: number
  }
  /** Freezes a part of a frozen audience, in its order. Rejects with `input_invalid` where that is no longer kept. */
  part(input: { selectionId: string; part: AudiencePart }): { selectionId: string; count: number }
  /** For which of some conditions a contact is meant now, by what the copy has of it alone. Nothing of a contact that it has not. */
  ofContact(input: { contactId: string; conditions: AskedCondition[] }): boolean[]
  /** Whether a contact is among those kept of each owner; null of whom nobody is kept. */
  keptWith(input: { contactId: string; owners: string[] }): (boolean | null)[]
  /** Keeps a frozen audience as the last one of an owner (a campaign's id), over restarts. `at`: milliseconds since 1970. */
  keep(input: { owner: string; selectionId: string; at: number }): void
  forget(owner: string): void
}
