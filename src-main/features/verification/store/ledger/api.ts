import type {
  ContactStanding,
  DomainOverride,
  ExpiryDays,
  ListHealth,
  PastVerdict,
  Verdict,
  VerdictClass,
} from '../../../../../src-shared/bridge/verdicts'
import type { SignMeaning } from './rules'

/**
 * A verdict with the signs it follows from: stable names, the weightiest first. `class` is what holds today, by the rules
 * and the override of the domain; where one outweighs the signs it is told, and is the first of the reasons.
 */
export type LedgerVerdict = Verdict & {
  signs: string[]
  override?: { domain: string; class: VerdictClass; note: string }
}

/** A verdict with what was answered, as it came; null where nothing was. `vendor`: who it was bought from. */
export type LedgerEntry = LedgerVerdict & { answer: Record<string, unknown> | null; vendor?: string }

/** All that decides about classes, without what the program calls signs. */
export interface StoredRules {
  /** In their order. `addresses`: how many have it in their newest verdict. */
  signs: { sign: string; class: VerdictClass; usual: VerdictClass; addresses: number }[]
  domains: DomainOverride[]
  expiry: ExpiryDays
}

/**
 * Every verdict over an address there ever was, and what decides about classes. Addresses are compared without case.
 * Whatever changes classes, or verdicts over contacts, holds at once for all that is told afterwards, and makes the copy's
 * revision grow.
 */
export interface VerdictStore {
  /**
   * The newest verdicts of at most 1,000 addresses, each once, in the order of the addresses. Left out are addresses
   * without a verdict, or whose newest is taken for what is so no longer. `unknownSince`: what came of an address before
   * that instant is no longer taken for it where it was unknown; `since`: nor is anything else from before that instant.
   */
  freshOf(input: {
    emails: string[]
    now: number
    unknownSince?: number | null
    since?: number | null
  }): LedgerVerdict[]
  /**
   * Adds at most 1,000 verdicts; one that is there already changes nothing. Their classes are what the signs amount to
   * by the rules of the moment, and `class` where there is no rule for a sign. Answers them in effect, in the order
   * given; `flipped`: how many differ in class from the one before them; `behind`: how many have a newer one.
   */
  add(entries: LedgerEntry[]): { flipped: number; behind: number; verdicts: LedgerVerdict[] }
  /** The verdicts over one address by their signs, the newest first; overrides are left aside. */
  history(input: { email: string; limit: number }): LedgerEntry[]
  /** {@link history} as it is shown, with flips, expiry and the domain's override. */
  past(input: { email: string; limit: number; now: number }): PastVerdict[]
  /** Says which signs there are, in their order; what a person changed stays. To be called when the cache was opened. */
  useRules(signs: SignMeaning[]): void
  rules(): StoredRules
  /** Rejects with `input_invalid` where there is no such sign. */
  setRule(input: { sign: string; class: VerdictClass }): StoredRules
  resetRules(): StoredRules
  /** Rejects with `input_invalid` what is no domain. Answers when every contact is counted by it; it holds at once. */
  setDomain(input: { domain: string; class: VerdictClass | null; note: string; now: number }): StoredRules
  setExpiry(days: ExpiryDays): StoredRules
  health(input: { now: number }): ListHealth
  /** The addresses of contacts of a standing, at most so many. */
  ofStanding(input: { standing: ContactStanding; now: number; limit: number }): string[]
  /** When the first verdict over a contact that counts now ends; null where there is none. */
  nextExpiry(input: { now: number }): number | null
}
