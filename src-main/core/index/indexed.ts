import type { VerdictClass } from '../../../src-shared/bridge/verdicts'

/** What the index keeps of a contact. `created` and `updated` are milliseconds; null where the service sent none. */
export interface IndexedContact {
  email: string
  subscribed: boolean
  created: number | null
  updated: number | null
  /** Any JSON. Keys whose value is null or undefined count as absent. */
  data: Record<string, unknown>
}

/** The newest verdict over an address. */
export interface IndexedVerdict {
  /** The ledger's number of what it rests on, from 1 upward. */
  ground: number
  /** What that amounts to now, the override of the address's domain included. */
  class: VerdictClass
  /** Milliseconds. */
  at: number
}

/** What classes follow from: rules give grounds one, overrides whole domains. */
export interface VerdictClasses {
  ofGround(ground: number): VerdictClass
  /** Whether any domain has an override. */
  hasDomains: boolean
  /** The class that a domain in lower case, or one above it, was given; null where none was. */
  ofDomain(domain: string): VerdictClass | null
}
