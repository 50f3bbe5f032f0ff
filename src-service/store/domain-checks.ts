import type { ServiceDatabase } from './database'
import { type DomainRow, type DomainTuple, domainColumns, domainRow } from './domains'

/** A domain that is to be looked at, and how many times in a row its records were missing. */
export interface DueDomain extends DomainRow {
  refusals: number
}

/** What a look at a domain's DNS leads to. Times are milliseconds since 1970. */
export interface CheckOutcome {
  verified: boolean
  refusals: number
  dueAt: number
}

/** When sending domains are looked at. */
export interface DomainChecks {
  /** Domains whose time has come, the longest waiting first. */
  due(now: number, limit: number): DueDomain[]
  /** A domain that is looked at; null for one that never is. */
  get(seq: number): DueDomain | null
  /** When the next look is due; null when no domain is looked at. */
  nextDue(): number | null
  /** Stores what a look led to, unless the domain is gone. `updatedAt` moves only when `verified` does. */
  settle(seq: number, outcome: CheckOutcome, now: number): void
  /** Makes what is not verified due at `now`, unless it was asked since `askedSince`. */
  hasten(now: number, askedSince: number): void
}

/** The looks at a database's domains. */
export function domainCheckStore(db: ServiceDatabase): DomainChecks {
  const due = db
    .prepare<[number, number], [...DomainTuple, number]>(
      `SELECT ${domainColumns}, refusals FROM domain_check JOIN domain ON seq = domain_check.domain
       WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
    )
    .raw()
  const one = db
    .prepare<[number], [...DomainTuple, number]>(
      `SELECT ${domainColumns}, refusals FROM domain_check JOIN domain ON seq = domain_check.domain WHERE seq = ?`,
    )
    .raw()
  const next = db.prepare<[], number>('SELECT due_at FROM domain_check ORDER BY due_at LIMIT 1').pluck()
  const check = db.prepare<[number, number, number, number]>(
    'UPDATE domain_check SET due_at = ?, asked_at = ?, refusals = ? WHERE domain = ?',
  )
  const verify = db.prepare<{ seq: number; verified: number; now: number }>(
    'UPDATE domain SET verified = @verified, updated_at = @now WHERE seq = @seq AND verified <> @verified',
  )
  const hasten = db.prepare<{ now: number; askedSince: number }>(
    `UPDATE domain_check SET due_at = @now
     WHERE due_at > @now AND coalesce(asked_at, 0) < @askedSince
       AND domain IN (SELECT seq FROM domain WHERE verified = 0)`,
  )
  const settle = db.transaction((seq: number, { verified, refusals, dueAt }: CheckOutcome, now: number) => {
    check.run(dueAt, now, refusals, seq)
    verify.run({ seq, verified: verified ? 1 : 0, now })
  })

  return {
    due: (now, limit) => due.all(now, limit).map(dueDomain),
    get(seq) {
      const found = one.get(seq)
      return found ? dueDomain(found) : null
    },
    nextDue: () => next.get() ?? null,
    settle: (seq, outcome, now) => settle.immediate(seq, outcome, now),
    hasten: (now, askedSince) => void hasten.run({ now, askedSince }),
  }
}

function dueDomain([seq, name, verified, tokens, createdAt, updatedAt, refusals]: [
  ...DomainTuple,
  number,
]): DueDomain {
  return { ...domainRow([seq, name, verified, tokens, createdAt, updatedAt]), refusals }
}
