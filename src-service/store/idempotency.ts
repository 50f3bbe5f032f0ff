import type { ServiceDatabase } from './database'

const day = 24 * 60 * 60 * 1000

/** The call that used a key. */
export interface Claim {
  /** Its method and path; null of one that an older version of the service kept. */
  request: string | null
  /** Milliseconds since 1970. */
  at: number
  /** How it was answered; null in flight. */
  status: number | null
}

/** Keys of calls that must not happen twice (wire.md, "Idempotency"): claimed for 24 h across a project. */
export interface IdempotencyKeys {
  /** Claims a key for a request; null, or the call that took it before. */
  claim(key: string, request: string, now: number): Claim | null
  /** Says how the call was answered: a 4xx gives the key back, anything else keeps it. */
  settle(key: string, status: number): void
}

/**
 * The claims, in the service's database: they outlive a restart. Those of more than a day are given back at each full
 * `sweep` milliseconds since 1970.
 */
export function idempotencyKeys(db: ServiceDatabase, sweep: number): IdempotencyKeys {
  const expire = db.prepare<[number]>('DELETE FROM idempotency_key WHERE claimed_at <= ?')
  const insert = db.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO idempotency_key (key, request, claimed_at) VALUES (?, ?, ?)',
  )
  const taken = db.prepare<[string], Claim>(
    'SELECT request, claimed_at AS at, status FROM idempotency_key WHERE key = ?',
  )
  const keep = db.prepare<[number, string]>('UPDATE idempotency_key SET status = ? WHERE key = ?')
  const release = db.prepare<[string]>('DELETE FROM idempotency_key WHERE key = ?')
  const claim = db.transaction((key: string, request: string, now: number) => {
    expire.run(Math.floor(now / sweep) * sweep - day)
    return insert.run(key, request, now).changes === 1 ? null : (taken.get(key) ?? null)
  })
  return {
    claim: (key, request, now) => claim.immediate(key, request, now),
    settle(key, answered) {
      if (answered >= 400 && answered < 500) release.run(key)
      else keep.run(answered, key)
    },
  }
}
