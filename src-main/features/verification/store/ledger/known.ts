import type {
  ContactColumns,
  StoredContact,
  ContactTable,
  ContactFollower,
  Keys,
} from '../../../contacts/store'
import type { Session } from '../../../../core/database/session'
import type { OverrideTable } from './overrides'
import { dayOf, knownCounts, type CountedVerdict, type KnownCounts } from './spans'

const subscribedMark = 1
const suggestedMark = 2

interface Known {
  at: number
  kind: number
  over: number
  marks: number
}

type KnownRow = Known & { row: number; email: string }

const statements = (session: Session) => ({
  any: session.column<[], number>('SELECT 1 FROM verdict LIMIT 1'),
  history: session.tuples<[string], [number, number, number]>(
    `SELECT v.at, g.kind, v.suggestion IS NOT NULL FROM verdict v JOIN verdict_ground g ON g.id = v.ground
     WHERE v.email = ? ORDER BY v.at`,
  ),
  one: session.db.prepare<[number], Known>('SELECT at, kind, over, marks FROM contact_known WHERE row = ?'),
  following: session.db.prepare<[number, number], KnownRow>(
    `SELECT k.row, k.at, k.kind, k.over, k.marks, c.email FROM contact_known k CROSS JOIN contact c ON c.row = k.row
     WHERE k.row > ? ORDER BY k.row LIMIT ?`,
  ),
  setOver: session.db.prepare<[number, number]>('UPDATE contact_known SET over = ? WHERE row = ?'),
  put: session.db.prepare<[number, number, number, number, number]>(
    'INSERT OR REPLACE INTO contact_known VALUES (?, ?, ?, ?, ?)',
  ),
  drop: session.db.prepare<[number]>('DELETE FROM contact_known WHERE row = ?'),
})

/**
 * What is known of each contact, with the counts over it, kept up to date in the transactions that change contacts,
 * verdicts or overrides. A contact is counted as its address's verdicts are; one that was never checked is in no table.
 */
export class KnownContacts implements ContactFollower {
  #isEmpty: boolean | null = null
  private readonly counts: KnownCounts
  private readonly sql: ReturnType<typeof statements>

  constructor(
    session: Session,
    private readonly overrides: OverrideTable,
    private readonly contacts: ContactTable,
    private readonly keys: Keys,
  ) {
    this.counts = knownCounts(session)
    this.sql = statements(session)
    session.onRollback(() => (this.#isEmpty = null))
  }

  /** Within the transaction that changes a contact. */
  changing(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if ((this.#isEmpty ??= this.sql.any.get() === undefined)) return
    const [was, is] = [before?.email.toLowerCase(), after?.email.toLowerCase()]
    if (was === is && before?.subscribed === after?.subscribed) return
    if (was !== undefined) this.withdraw(row, this.verdictsOf(was))
    if (is !== undefined) this.enter(row, after?.subscribed === 1, is, this.verdictsOf(is))
  }

  /** Within a transaction: changes the verdicts over an address (in lower case), and counts its contacts by them. */
  follow<T>(email: string, change: () => T): T {
    this.#isEmpty = false
    const rows = this.keys.findOthers(email)
    if (rows.length === 0) return change()
    const before = this.verdictsOf(email)
    for (const row of rows) this.withdraw(row, before)
    const result = change()
    this.enterAll(rows, email)
    return result
  }

  /** The next contacts of whom something is known, after a row and in the order of rows. */
  after(row: number, limit: number): KnownRow[] {
    return this.sql.following.all(row, limit)
  }

  /** Within a transaction: counts contacts, read in it, under the overrides that hold for their addresses now. */
  override(contacts: readonly KnownRow[]): void {
    const moved = new Map<string, { verdict: KnownRow; over: number; by: number }>()
    const move = (verdict: KnownRow, over: number, by: number): void => {
      const { kind, marks, at } = verdict
      const key = [kind, marks, dayOf(at), over].join()
      const known = moved.get(key) ?? { verdict, over, by: 0 }
      known.by += by
      moved.set(key, known)
    }
    // Where no verdict was ever followed by another, no contact has a history to count.
    const haveHistory = this.counts.anyFollowed()
    for (const contact of contacts) {
      const over = this.overrides.ofEmail(contact.email)?.id ?? 0
      if (over === contact.over) continue
      this.sql.setOver.run(over, contact.row)
      move(contact, contact.over, -1)
      move(contact, over, 1)
      if (!haveHistory) continue
      const verdicts = this.verdictsOf(contact.email.toLowerCase())
      this.counts.followed(verdicts, contact.over, -1)
      this.counts.followed(verdicts, over, 1)
    }
    for (const { verdict, over, by } of moved.values()) {
      if (by !== 0) this.counts.newest(verdict, over, verdict.marks, by)
    }
  }

  /** Within a transaction: counts a contact that is counted nowhere yet. */
  count(row: number, email: string, subscribed: boolean): void {
    const folded = email.toLowerCase()
    this.enter(row, subscribed, folded, this.verdictsOf(folded))
  }

  private enterAll(rows: readonly number[], email: string): void {
    const verdicts = this.verdictsOf(email)
    for (const row of rows) this.enter(row, this.contacts.get(row)?.subscribed === 1, email, verdicts)
  }

  private enter(row: number, subscribed: boolean, email: string, verdicts: readonly CountedVerdict[]): void {
    const newest = verdicts.at(-1)
    if (newest === undefined) return
    const over = this.overrides.ofEmail(email)?.id ?? 0
    const marks = (subscribed ? subscribedMark : 0) | (newest.suggested ? suggestedMark : 0)
    this.sql.put.run(row, newest.at, newest.kind, over, marks)
    this.counts.newest(newest, over, marks, 1)
    this.counts.followed(verdicts, over, 1)
  }

  private withdraw(row: number, verdicts: readonly CountedVerdict[]): void {
    const known = this.sql.one.get(row)
    const newest = verdicts.at(-1)
    if (known === undefined || newest === undefined) return
    this.sql.drop.run(row)
    this.counts.newest(newest, known.over, known.marks, -1)
    this.counts.followed(verdicts, known.over, -1)
  }

  private verdictsOf(email: string): CountedVerdict[] {
    return this.sql.history
      .all(email)
      .map(([at, kind, suggested]) => ({ at, kind, suggested: suggested === 1 }))
  }
}

/** Whether a contact that is counted under these marks is subscribed, and whether a spelling is suggested for it. */
export const readMarks = (marks: number): { subscribed: boolean; suggested: boolean } => ({
  subscribed: (marks & subscribedMark) !== 0,
  suggested: (marks & suggestedMark) !== 0,
})
