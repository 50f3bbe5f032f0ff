import { asciiOrAsWritten } from '../../../../../src-shared/address/domain-name'
import type { Session } from '../../../../core/database/session'

const statements = (session: Session) => ({
  ofKind: session.db.prepare<[number, number]>(
    'UPDATE verdict_kind SET addresses = addresses + ? WHERE id = ?',
  ),
  inDomain: session.db.prepare<[string]>(
    'INSERT INTO verdict_domain VALUES (?, 1) ON CONFLICT DO UPDATE SET addresses = addresses + 1',
  ),
  within: session.column<[string, string, string], number>(
    `SELECT (SELECT coalesce(sum(addresses), 0) FROM verdict_domain WHERE name = ?)
       + (SELECT coalesce(sum(addresses), 0) FROM verdict_domain WHERE name > ? AND name < ?)`,
  ),
})

/** How many addresses of the ledger have a kind of verdict, and lie in a domain; kept as verdicts are added. */
export class Addressed {
  private readonly sql: ReturnType<typeof statements>

  constructor(session: Session) {
    this.sql = statements(session)
  }

  /** Within the transaction that gives an address another newest verdict. `before`: null where it had none. */
  judged(email: string, before: number | null, after: number): void {
    if (before === after) return
    if (before === null) this.sql.inDomain.run(fromItsEnd(domainOf(email)))
    else this.sql.ofKind.run(-1, before)
    this.sql.ofKind.run(1, after)
  }

  /** How many addresses lie in a domain (in ASCII and lower case) and below it. */
  under(domain: string): number {
    const name = fromItsEnd(domain)
    // A slash is the character behind the dot.
    return this.sql.within.get(name, `${name}.`, `${name}/`) ?? 0
  }
}

/** The domain of an address in ASCII and lower case, or as it stands where it is none. */
export function domainOf(email: string): string {
  return asciiOrAsWritten(email.slice(email.lastIndexOf('@') + 1))
}

const fromItsEnd = (domain: string): string => domain.split('.').reverse().join('.')
