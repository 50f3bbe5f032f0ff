import { signMeanings } from '../../../src-main/features/verification/store/ledger/classes'
import type { CacheStore } from '../../../src-main/cache/store'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { openStore, type OpenStore, type StoreOptions } from './support'

export const day = 86_400_000
export const now = Date.UTC(2026, 5, 3, 15)

/** A store that knows the program's signs, as the core opens it. */
export function openLedgerStore(options: StoreOptions = {}): OpenStore {
  const opened = openStore(options)
  opened.store.verdicts.useRules(signMeanings)
  return opened
}

/** A verdict by its signs; `class` is left to the ledger. */
export function verdict(email: string, signs: string[], more: Partial<LedgerEntry> = {}): LedgerEntry {
  const sentences = signs.map((sign) => signMeanings.find((known) => known.sign === sign)?.sentence ?? sign)
  return {
    email,
    class: 'unknown',
    reasons: sentences,
    suggestion: null,
    source: 'service',
    at: now,
    signs,
    answer: { email, valid: true },
    ...more,
  }
}

/** What is known of one address now. */
export function freshOf(store: CacheStore, email: string, at = now) {
  return store.verdicts.freshOf({ emails: [email], now: at })[0]
}
