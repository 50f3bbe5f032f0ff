import type { ServiceDatabase } from './database'

const day = 24 * 60 * 60 * 1000

/** Keys of calls that must not happen twice (wire.md, "Idempotency"): claimed for 24 h across a project. */
export interface IdempotencyKeys {
  /** Claims a key. `{claimed: false}` when it is taken; `status` is then the first use's answer, null in flight. */
  claim(key: string, now: number): { claimed: true } | { claimed: false; status: number | null }
  /** Says how the call was answered: a 4xx gives the key back, anything else keeps it. */
  settle(key: string, status: number): void
}

/** The claims, in the service's database: they outlive a restart. */
export function idempotencyKeys(db: ServiceDatabase): IdempotencyKeys {
  const expire = db.prepare<[number]>('DELETE FROM idempotency_key WHERE claimed_at <= ?')
  const insert = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO idempotency_key (key, claimed_at) VALUES (?, ?)',
  )
  const status = db
    .prepare<[string], number | null>('SELECT status FROM idempotency_key WHERE key = ?')
    .pluck()
  const keep = db.prepare<[number, string]>('UPDATE idempotency_key SET status = ? WHERE key = ?')
  const release = db.prepare<[string]>('DELETE FROM idempotency_key WHERE key = ?')
  const claim = db.transaction((key: string, now: number) => {
    expire.run(now - day)
    if (insert.run(key, now).changes === 1) return { claimed: true } as const
    return { claimed: false, status: status.get(key) ?? null } as const
  })
  return {
    claim: (key, now) => claim.immediate(key, now),
    settle(key, answered) {
      if (answered >= 400 && answered < 500) release.run(key)
      else keep.run(answered, key)
    },
  }
}
