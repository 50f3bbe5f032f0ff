import { domainAndAbove } from '../../src-shared/address/parts'
import { asciiDomain } from '../../src-shared/address/domain-name'
import type { ServiceDatabase } from './database'
import { type SeqLister, seqLister } from './seq-list'

/** A sending domain as it is stored. Times are milliseconds since 1970. */
export interface DomainRow {
  seq: number
  /** Lower case, in ASCII. */
  domain: string
  verified: boolean
  dkimTokens: string[]
  createdAt: number
  updatedAt: number
}

/** A row as SQLite gives it, in the order of {@link domainColumns}. */
export type DomainTuple = [number, string, number, string, number, number]
/** The columns of {@link DomainRow} in the order of {@link domainRow}. */
export const domainColumns = 'seq, domain.domain, verified, dkim_tokens, created_at, updated_at'

/** The sending domains. */
export interface Domains {
  /** Newest first. */
  list: SeqLister<DomainRow>
  get(seq: number): DomainRow | null
  /** By its name, letter by letter. */
  named(domain: string): DomainRow | null
  /**
   * Adds a domain that is not verified yet and is to be looked at from `now` (milliseconds since 1970) on.
   * Returns null where it is there already.
   */
  add(domain: string, dkimTokens: readonly string[], now: number): DomainRow | null
  /**
   * Removes a domain. Returns `absent` when there is none, `needed` when a campaign that is scheduled or being sent
   * would lose its sender by it.
   */
  remove(seq: number): 'removed' | 'absent' | 'needed'
  /** Whether a template, or a campaign that is not sent or cancelled, has its sender at exactly this domain. */
  isUsed(domain: string): boolean
  /**
   * Whether mail may be sent from this address: its domain, or one above it, is verified (interface.md section 4,
   * `from`). False for what is no address.
   */
  isVerifiedSender(address: string): boolean
}

/** The sending domains of a database. In one piece: its calls share the statements at its head. */
export function domainStore(db: ServiceDatabase): Domains {
  const one = db.prepare<[number], DomainTuple>(`SELECT ${domainColumns} FROM domain WHERE seq = ?`).raw()
  const byName = db
    .prepare<[string], DomainTuple>(
      `SELECT ${domainColumns} FROM domain WHERE domain.domain = ? COLLATE BINARY`,
    )
    .raw()
  // Never earlier than the newest domain, should the clock have gone back: see schema.ts.
  const insert = db
    .prepare<{ domain: string; tokens: string; now: number }, DomainTuple>(
      `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at)
         SELECT @domain, 0, @tokens, at, at
         FROM (SELECT max(@now, coalesce((SELECT max(created_at) FROM domain), 0)) AS at)
         WHERE true
       ON CONFLICT (domain) DO NOTHING RETURNING seq, domain, verified, dkim_tokens, created_at, updated_at`,
    )
    .raw()
  const watch = db.prepare<[number, number]>('INSERT INTO domain_check (domain, due_at) VALUES (?, ?)')
  const remove = db.prepare<[number]>('DELETE FROM domain WHERE seq = ?')
  const unwatch = db.prepare<[number]>('DELETE FROM domain_check WHERE domain = ?')
  const verified = db
    .prepare<[string, number], number>(
      `SELECT 1 FROM domain
       WHERE verified = 1 AND domain IN (SELECT value FROM json_each(?)) AND seq <> ? LIMIT 1`,
    )
    .pluck()
  const activeSenders = db
    .prepare<[], string>(
      `SELECT DISTINCT from_address FROM campaign WHERE status IN ('SCHEDULED', 'SENDING')`,
    )
    .pluck()
  const at = (column: string): string => `substr(${column}, instr(${column}, '@') + 1)`
  const used = db
    .prepare<{ domain: string }, number>(
      `SELECT 1 FROM template WHERE ${at('from_address')} = @domain
       UNION ALL SELECT 1 FROM campaign
         WHERE ${at('from_address')} = @domain AND status NOT IN ('SENT', 'CANCELLED') LIMIT 1`,
    )
    .pluck()
  // No domain has number 0.
  const mayBeSentFrom = (address: string, without = 0): boolean =>
    verified.get(JSON.stringify(domainAndParents(address)), without) === 1

  const add = db.transaction((domain: string, dkimTokens: readonly string[], now: number) => {
    const made = insert.get({ domain, tokens: dkimTokens.join(' '), now })
    if (!made) return null
    watch.run(made[0], now)
    return domainRow(made)
  })
  const removeUnlessNeeded = db.transaction((seq: number) => {
    const needed = activeSenders
      .all()
      .some((address) => mayBeSentFrom(address) && !mayBeSentFrom(address, seq))
    if (needed) return 'needed'
    unwatch.run(seq)
    return remove.run(seq).changes > 0 ? 'removed' : 'absent'
  })

  return {
    list: seqLister(db, 'domain', domainColumns, domainRow),
    get(seq) {
      const found = one.get(seq)
      return found ? domainRow(found) : null
    },
    named(domain) {
      const found = byName.get(domain)
      return found ? domainRow(found) : null
    },
    add: (domain, dkimTokens, now) => add.immediate(domain, dkimTokens, now),
    remove: (seq) => removeUnlessNeeded.immediate(seq),
    isUsed: (domain) => used.get({ domain }) === 1,
    isVerifiedSender: (address) => mayBeSentFrom(address),
  }
}

/** The domain of an address and those above it, `a.b.example` before `b.example`; none for what is no address. */
function domainAndParents(address: string): string[] {
  const at = address.lastIndexOf('@')
  if (at < 1) return []
  return domainAndAbove(asciiDomain(address.slice(at + 1)) ?? '')
}

/** Names a tuple's columns. */
export function domainRow([seq, domain, verified, tokens, createdAt, updatedAt]: DomainTuple): DomainRow {
  return {
    seq,
    domain,
    verified: verified === 1,
    dkimTokens: tokens === '' ? [] : tokens.split(' '),
    createdAt,
    updatedAt,
  }
}
