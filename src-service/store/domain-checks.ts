import { type DomainRow, type StoredDomain, domainColumns, domainRow } from './domains'
import { inOrder } from './in-order'
import { type ServiceDatabase, statements } from './statements'

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

/** When a database's sending domains are looked at. */
export function domainCheckStore(db: ServiceDatabase) {
  const sql = statements(db)
  type StoredDue = StoredDomain & { refusals: number }
  const watched = `SELECT ${domainColumns}, refusals FROM domain_check JOIN domain ON seq = domain_check.domain WHERE`
  const due = sql.values<[now: number, limit: number], number>(
    `SELECT domain FROM domain_check WHERE due_at <= ? ORDER BY due_at LIMIT ? ${sql.taking}`,
  )
  const lend = sql.run<[until: number, domain: number]>('UPDATE domain_check SET due_at = ? WHERE domain = ?')
  const one = sql.row<[seq: number], StoredDue>(`${watched} seq = ?`)
  const check = sql.run<[number, number, number, number]>(
    'UPDATE domain_check SET due_at = ?, asked_at = ?, refusals = ? WHERE domain = ?',
  )
  const verify = sql.run<[{ seq: number; verified: number; now: number }]>(
    'UPDATE domain SET verified = @verified, updated_at = @now WHERE seq = @seq AND verified <> @verified',
  )
  const dueDomain = (row: StoredDue): DueDomain => ({ ...domainRow(row), refusals: row.refusals })

  return {
    /** Takes domains whose time has come, the longest waiting first: they are due again at `until`, unless a look is settled. */
    take: sql.whole(async (now: number, until: number, limit: number): Promise<DueDomain[]> => {
      const found = await inOrder(await due(now, limit), async (domain) => {
        await lend(until, domain)
        return one(domain)
      })
      return found.filter((row) => row !== null).map(dueDomain)
    }),
    /** A domain that is looked at; null for one that never is. */
    async get(seq: number): Promise<DueDomain | null> {
      const found = await one(seq)
      return found && dueDomain(found)
    },
    /** When the next look is due; null when no domain is looked at. */
    nextDue: sql.value<[], number>('SELECT due_at FROM domain_check ORDER BY due_at LIMIT 1'),
    /** Stores what a look led to, unless the domain is gone. `updatedAt` moves only when `verified` does. */
    settle: sql.whole(async (seq: number, { verified, refusals, dueAt }: CheckOutcome, now: number) => {
      await check(dueAt, now, refusals, seq)
      await verify({ seq, verified: verified ? 1 : 0, now })
    }),
    /** Makes what is not verified due at `now`, unless it was asked since `askedSince`. */
    hasten: sql.run<[{ now: number; askedSince: number }]>(
      `UPDATE domain_check SET due_at = @now
       WHERE due_at > @now AND coalesce(asked_at, 0) < @askedSince
         AND domain IN (SELECT seq FROM domain WHERE verified = 0)`,
    ),
  }
}
