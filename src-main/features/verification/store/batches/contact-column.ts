import type { Statement } from 'better-sqlite3'
import type { ContactFollower, Keys } from '../../../contacts/store'
import { hashOf } from '../../../../core/database/hash'
import { RowHash } from '../../../../core/database/row-hash'
import type { Session, Steps } from '../../../../core/database/session'
import { folded } from './texts'
import type { BatchColumns } from './batch-columns'

/** Contacts read between two pauses: about 3 ms. */
const slice = 2000
/** When more addresses than these changed, reading all contacts is quicker. */
const mostTouched = 20_000

/** Contacts after a row, with their addresses as they are written. */
export const emailsByRow = (session: Session): Statement<[number, number], [row: number, email: string]> =>
  session.tuples('SELECT row, email FROM contact WHERE row > ? ORDER BY row LIMIT ?')

/** Which contact each address of a batch is that of. Read when it is first asked for, and kept in step from then on. */
export class ContactColumn implements ContactFollower {
  /** Rows of contacts by position; 0: it is nobody's. */
  rows = new Uint32Array(0)
  /** Grows with every change. */
  version = 0
  /** Positions by the hash of the address. */
  private places = new RowHash()
  private placed = 0
  private touched: Set<string> | null = null
  private reading = false
  private readonly next: Statement<[number, number], [number, string]>

  constructor(
    session: Session,
    private readonly columns: BatchColumns,
    private readonly keys: Keys,
  ) {
    this.next = emailsByRow(session)
  }

  changed(_row: number, before: { email: string } | null, after: { email: string } | null): void {
    if (this.touched === null || before?.email === after?.email) return
    if (before !== null) this.touched.add(before.email)
    if (after !== null) this.touched.add(after.email)
  }

  /** The copy was emptied: everything is read anew. */
  forget(): void {
    this.touched = null
  }

  /** Brings it up to date. */
  *ready(): Steps<void> {
    while (this.reading) yield
    this.reading = true
    try {
      for (;;) {
        const from = this.placed + 1
        yield* this.place()
        if (this.touched === null || this.touched.size > mostTouched) yield* this.readAll()
        else for (let at = from; at <= this.placed; at += 1) this.look(this.columns.texts.text(at))
        // Who changed since, or while all were read.
        for (const email of this.touched ?? []) this.look(email)
        this.touched?.clear()
        // What was put into the batch meanwhile.
        if (this.placed === this.columns.size) return
      }
    } finally {
      this.reading = false
    }
  }

  private *place(): Steps<void> {
    const { texts } = this.columns
    if (this.rows.length <= this.columns.size) {
      const longer = new Uint32Array(this.columns.size + 1)
      longer.set(this.rows)
      this.rows = longer
    }
    while (this.placed < this.rows.length - 1) {
      this.placed += 1
      this.places.add(hashOf(texts.text(this.placed)), this.placed)
      if (this.placed % (5 * slice) === 0) yield
    }
  }

  private *readAll(): Steps<void> {
    this.touched = new Set()
    this.rows.fill(0)
    for (let last = 0; ;) {
      const found = this.next.all(last, slice)
      for (const [row, email] of found) {
        last = row
        const position = this.positionOf(email)
        if (position !== undefined) this.rows[position] = row
      }
      this.version += 1
      if (found.length < slice) return
      yield
    }
  }

  private look(email: string): void {
    const position = this.positionOf(email)
    if (position === undefined) return
    this.rows[position] = this.keys.findOthers(email)[0] ?? 0
    this.version += 1
  }

  private positionOf(email: string): number | undefined {
    const text = folded(email)
    const bytes = Buffer.from(text, 'utf8')
    return this.places.find(hashOf(text), (at) => this.columns.texts.equals(at, bytes, bytes.length))
  }
}
