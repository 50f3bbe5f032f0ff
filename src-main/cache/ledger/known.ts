import type { Statement } from 'better-sqlite3'
import type { ContactColumns, StoredContact } from '../contacts/record'
import type { ContactTable } from '../contacts/table'
import type { ContactFollower } from '../contacts/write'
import type { Keys } from '../keys'
import type { Session } from '../session'
import type { OverrideTable } from './overrides'
import { KnownCounts, type CountedVerdict } from './spans'

const subscribedMark = 1
const suggestedMark = 2

interface Known {
  at: number
  kind: number
  over: number
  marks: number
}

/**
 * What is known of each contact, with the counts over it, kept up to date in the transactions that change contacts,
 * verdicts or overrides. A contact is counted as its address's verdicts are; one that was never checked is in no table.
 */
export class KnownContacts implements ContactFollower {
  #isEmpty: boolean | null = null
  private readonly counts: KnownCounts
  private readonly any: Statement<[], number>
  private readonly history: Statement<[string], [number, number, number]>
  private readonly one: Statement<[number], Known>
  private readonly put: Statement<[number, number, number, number, number]>
  private readonly drop: Statement<[number]>

  constructor(
    session: Session,
    private readonly overrides: OverrideTable,
    private readonly contacts: ContactTable,
    private readonly keys: Keys,
  ) {
    const { db } = session
    this.counts = new KnownCounts(session)
    this.any = db.prepare<[], number>('SELECT 1 FROM verdict LIMIT 1').pluck()
    this.history = db
      .prepare<[string], [number, number, number]>(
        `SELECT v.at, g.kind, v.suggestion IS NOT NULL FROM verdict v JOIN verdict_ground g ON g.id = v.ground
         WHERE v.email = ? ORDER BY v.at`,
      )
      .raw()
    this.one = db.prepare('SELECT at, kind, over, marks FROM contact_known WHERE row = ?')
    this.put = db.prepare('INSERT OR REPLACE INTO contact_known VALUES (?, ?, ?, ?, ?)')
    this.drop = db.prepare('DELETE FROM contact_known WHERE row = ?')
    session.onRollback(() => (this.#isEmpty = null))
  }

  /** Within the transaction that changes a contact. */
  changing(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if ((this.#isEmpty ??= this.any.get() === undefined)) return
    const [was, is] = [before?.email.toLowerCase(), after?.email.toLowerCase()]
    if (was === is && before?.subscribed === after?.subscribed) return
    if (was !== undefined) this.withdraw(row, this.verdictsOf(was))
    if (is !== undefined) this.enter(row, after?.subscribed === 1, is, this.verdictsOf(is))
  }

  changed(): void {
    // Everything is in tables.
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

  /** Within a transaction: counts the contacts of an address under the override that holds for it now. */
  override(email: string): void {
    const over = this.overrides.ofEmail(email)?.id ?? 0
    const rows = this.keys.findOthers(email).filter((row) => {
      const known = this.one.get(row)
      return known !== undefined && known.over !== over
    })
    if (rows.length === 0) return
    const verdicts = this.verdictsOf(email)
    for (const row of rows) this.withdraw(row, verdicts)
    this.enterAll(rows, email)
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
    this.put.run(row, newest.at, newest.kind, over, marks)
    this.counts.newest(newest, over, marks, 1)
    this.counts.followed(verdicts, over, 1)
  }

  private withdraw(row: number, verdicts: readonly CountedVerdict[]): void {
    const known = this.one.get(row)
    const newest = verdicts.at(-1)
    if (known === undefined || newest === undefined) return
    this.drop.run(row)
    this.counts.newest(newest, known.over, known.marks, -1)
    this.counts.followed(verdicts, known.over, -1)
  }

  private verdictsOf(email: string): CountedVerdict[] {
    return this.history.all(email).map(([at, kind, suggested]) => ({ at, kind, suggested: suggested === 1 }))
  }
}

/** Whether a contact that is counted under these marks is subscribed, and whether a spelling is suggested for it. */
export const readMarks = (marks: number): { subscribed: boolean; suggested: boolean } => ({
  subscribed: (marks & subscribedMark) !== 0,
  suggested: (marks & suggestedMark) !== 0,
})
