import type { expiredVerdict, VerdictClass } from '../../../src-shared/bridge/verdicts'

/** What the index keeps of a contact. `created` and `updated` are milliseconds; null where the service sent none. */
export interface IndexedContact {
  email: string
  subscribed: boolean
  created: number | null
  updated: number | null
  /** Any JSON. Keys whose value is null or undefined count as absent. */
  data: Record<string, unknown>
}

/** What a verdict amounts to now: one that holds no longer is that alone. */
export type VerdictStanding = VerdictClass | typeof expiredVerdict

/** The newest verdict over an address. */
export interface IndexedVerdict {
  /** The ledger's number of what it rests on, from 1 upward. */
  ground: number
  /** What that amounts to now, the override of the address's domain included. */
  class: VerdictStanding
  /** Milliseconds. */
  at: number
  /** When it ceases to hold, in milliseconds; absent: it does not. */
  until?: number
}

/** What classes follow from: rules give grounds one, overrides whole domains. */
export interface VerdictClasses {
  ofGround(ground: number): VerdictClass
  /** For how many milliseconds a verdict on a ground holds. */
  lasts(ground: number): number
  /** The moment by which ages are counted, in milliseconds. */
  readonly now: number
  /** Whether any domain has an override. */
  hasDomains: boolean
  /** The class that a domain in lower case, or one above it, was given; null where none was. */
  ofDomain(domain: string): VerdictClass | null
}
