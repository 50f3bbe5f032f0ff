import { type ServiceDatabase, statements } from './statements'

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
export type IdempotencyKeys = ReturnType<typeof idempotencyKeys>

/**
 * The claims, in the service's database: they outlive a restart. Those of more than a day are given back at each full
 * `sweep` milliseconds since 1970.
 */
export function idempotencyKeys(db: ServiceDatabase, sweep: number) {
  const sql = statements(db)
  const expire = sql.run<[until: number]>('DELETE FROM idempotency_key WHERE claimed_at <= ?')
  const insert = sql.run<[key: string, request: string, now: number]>(
    'INSERT INTO idempotency_key (key, request, claimed_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING',
  )
  const taken = sql.row<[key: string], Claim>(
    'SELECT request, claimed_at AS at, status FROM idempotency_key WHERE key = ?',
  )
  const keep = sql.run<[status: number, key: string]>('UPDATE idempotency_key SET status = ? WHERE key = ?')
  const release = sql.run<[key: string]>('DELETE FROM idempotency_key WHERE key = ?')
  return {
    /** Claims a key for a request; null, or the call that took it before. */
    claim: sql.whole(async (key: string, request: string, now: number) => {
      await expire(Math.floor(now / sweep) * sweep - day)
      return (await insert(key, request, now)) === 1 ? null : await taken(key)
    }),
    /** Says how the call was answered: a 4xx gives the key back, anything else keeps it. */
    async settle(key: string, answered: number): Promise<void> {
      if (answered >= 400 && answered < 500) await release(key)
      else await keep(answered, key)
    },
  }
}
