import { tell } from '../../../../../src-shared/messages/told'
import { problem } from '../../../../core/problems'
import type { Session } from '../../../../core/database/session'
import type { AddressRow, AddressTable } from './addresses'
import { classOf, type ClassSource } from './classes'
import type { StoredBatch, CountChange } from './table'
import { folded } from './texts'

const statements = (session: Session) => ({
  newest: session.column<[string], number>('SELECT at FROM verdict WHERE email = ? ORDER BY at DESC LIMIT 1'),
  at: session.tuples<[string, number], [ground: number, suggestion: string | null]>(
    'SELECT ground, suggestion FROM verdict WHERE email = ? AND at = ?',
  ),
  groundBefore: session.column<[string, number], number>(
    'SELECT ground FROM verdict WHERE email = ? AND at < ? ORDER BY at DESC LIMIT 1',
  ),
})

/** Takes verdicts of the ledger over into batches. */
export class Noting {
  private readonly sql: ReturnType<typeof statements>

  constructor(
    session: Session,
    private readonly addresses: AddressTable,
    private readonly classes: ClassSource,
  ) {
    this.sql = statements(session)
  }

  /** When anything was last known of an address; 0: never. */
  lastKnown(email: string): number {
    return this.sql.newest.get(folded(email)) ?? 0
  }

  /**
   * Within a transaction: notes one verdict. What an address was before is the verdict before this one; a verdict that was
   * there when the batch was made changes nothing, so it is its own before. Answers its row, and adds to the counts.
   */
  note({ record, counted }: StoredBatch, given: string, at: number, change: CountChange): AddressRow | null {
    const { id, createdAt } = record
    const position = this.addresses.find(id, given)
    const before = position === undefined ? undefined : this.addresses.get(id, position)
    // A batch that was emptied meanwhile.
    if (position === undefined || before === undefined) return null
    const email = folded(given)
    const held = this.sql.at.get(email, at)
    if (held === undefined) throw problem('internal', { why: tell('verification.noting.theLedgerHasNo') })
    const [ground, suggestion] = held
    const was = at < createdAt ? ground : (this.sql.groundBefore.get(email, at) ?? null)
    const state = this.addresses.state(id, position)
    if (state !== 1) add(change, 'open', -1)
    if (state === 0) add(change, 'waiting', -1)
    if (counted) {
      if (before[2] !== null) add(change, classOf(this.classes, before[2], email), -1)
      add(change, classOf(this.classes, ground, email), 1)
    }
    const row: AddressRow = [position, before[1], ground, was, at, suggestion, at]
    this.addresses.note(id, row)
    return row
  }
}

function add(change: CountChange, name: keyof CountChange, by: number): void {
  change[name] = (change[name] ?? 0) + by
}
