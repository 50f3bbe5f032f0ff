import { domainAndAbove } from '../../src-shared/address/parts'
import { asciiDomain } from '../../src-shared/address/domain-name'
import { seqLister } from './seq-list'
import { arrival, named, type ServiceDatabase, statements, type Stored } from './statements'

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

/** A row as SQLite has it. */
export type StoredDomain = Omit<Stored<DomainRow, 'verified'>, 'dkimTokens'> & { tokens: string }
/** The columns of {@link StoredDomain}. */
export const domainColumns = named(
  'seq, domain.domain AS domain, verified, dkim_tokens AS tokens, created_at, updated_at',
)

/** The sending domains. */
export type Domains = ReturnType<typeof domainStore>

/** The sending domains of a database. In one piece: its calls share the statements at its head. */
export function domainStore(db: ServiceDatabase) {
  const sql = statements(db)
  const one = sql.row<[seq: number], StoredDomain>(`SELECT ${domainColumns} FROM domain WHERE seq = ?`)
  const byName = sql.row<[domain: string], StoredDomain>(
    `SELECT ${domainColumns} FROM domain WHERE domain.domain = ? COLLATE BINARY`,
  )
  const insert = sql.row<[{ domain: string; tokens: string; now: number }], StoredDomain>(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at)
       SELECT @domain, 0, @tokens, at, at FROM (SELECT ${arrival('domain')} AS at) AS arrived WHERE true
     ON CONFLICT (domain) DO NOTHING RETURNING ${domainColumns}`,
  )
  const watch = sql.run<[domain: number, due: number]>(
    'INSERT INTO domain_check (domain, due_at) VALUES (?, ?)',
  )
  const remove = sql.run<[seq: number]>('DELETE FROM domain WHERE seq = ?')
  const unwatch = sql.run<[domain: number]>('DELETE FROM domain_check WHERE domain = ?')
  const verified = sql.has<[domains: string, without: number]>(
    `SELECT 1 FROM domain
     WHERE verified = 1 AND domain IN (${sql.texts('?')}) AND seq <> ? LIMIT 1`,
  )
  const activeSenders = sql.values<[], string>(
    `SELECT DISTINCT from_address FROM campaign WHERE status IN ('SCHEDULED', 'SENDING')`,
  )
  const at = (column: string): string => `substr(${column}, instr(${column}, '@') + 1)`
  const used = sql.has<[{ domain: string }]>(
    `SELECT 1 FROM template WHERE ${at('from_address')} = @domain
     UNION ALL SELECT 1 FROM campaign
       WHERE ${at('from_address')} = @domain AND status NOT IN ('SENT', 'CANCELLED') LIMIT 1`,
  )
  // No domain has number 0.
  const mayBeSentFrom = (address: string, without = 0): Promise<boolean> =>
    verified(JSON.stringify(domainAndParents(address)), without)
  const known = (row: StoredDomain | null) => row && domainRow(row)

  return {
    /** Newest first. */
    list: seqLister(db, 'domain', domainColumns, domainRow),
    get: async (seq: number) => known(await one(seq)),
    /** By its name, letter by letter. */
    named: async (domain: string) => known(await byName(domain)),
    /**
     * Adds a domain that is not verified yet and is to be looked at from `now` (milliseconds since 1970) on.
     * Returns null where it is there already.
     */
    add: sql.whole(async (domain: string, dkimTokens: readonly string[], now: number) => {
      const made = await insert({ domain, tokens: dkimTokens.join(' '), now })
      if (made) await watch(made.seq, now)
      return known(made)
    }),
    /**
     * Removes a domain. Returns `absent` when there is none, `needed` when a campaign that is scheduled or being sent
     * would lose its sender by it.
     */
    remove: sql.whole(async (seq: number): Promise<'removed' | 'absent' | 'needed'> => {
      for (const address of await activeSenders()) {
        if ((await mayBeSentFrom(address)) && !(await mayBeSentFrom(address, seq))) return 'needed'
      }
      await unwatch(seq)
      return (await remove(seq)) > 0 ? 'removed' : 'absent'
    }),
    /** Whether a template, or a campaign that is not sent or cancelled, has its sender at exactly this domain. */
    isUsed: (domain: string) => used({ domain }),
    /**
     * Whether mail may be sent from this address: its domain, or one above it, is verified (interface.md section 4,
     * `from`). False for what is no address.
     */
    isVerifiedSender: (address: string) => mayBeSentFrom(address),
  }
}

/** The domain of an address and those above it, `a.b.example` before `b.example`; none for what is no address. */
function domainAndParents(address: string): string[] {
  const at = address.lastIndexOf('@')
  if (at < 1) return []
  return domainAndAbove(asciiDomain(address.slice(at + 1)) ?? '')
}

/** A row as the service has it. */
export function domainRow({ seq, domain, verified, tokens, createdAt, updatedAt }: StoredDomain): DomainRow {
  const dkimTokens = tokens === '' ? [] : tokens.split(' ')
  return { seq, domain, verified: verified === 1, dkimTokens, createdAt, updatedAt }
}
