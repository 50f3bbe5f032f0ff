import type { Statement } from 'better-sqlite3'
import type { Session } from '../../../core/database/session'
import type { RowSet } from '../../../core/index/row-set'
import type { ContactFollower, StoredContact } from '../../contacts/store'
import { minus } from './audience/answer'
import { packed, unpacked } from './audience/packed-rows'

/**
 * `segment_day`: how many people a segment had on a day, by the condition that it was counted with, and for the newest days
 * who they were, as bits by row.
 */
export const segmentDayTable = `
  CREATE TABLE segment_day (
    segment TEXT NOT NULL,
    day TEXT NOT NULL,
    condition TEXT NOT NULL,
    people INTEGER NOT NULL,
    covers INTEGER NOT NULL,
    bits BLOB,
    PRIMARY KEY (segment, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX segment_day_covers ON segment_day (covers) WHERE bits IS NOT NULL;
`

/** How many there were on a day: "2026-11-22". */
interface DayCount {
  segment: string
  day: string
  people: number
}

/** Who came into a segment, and who left it, between two days that were counted. */
interface DayChange {
  since: string
  cameIn: RowSet
  left: RowSet
}

interface StoredDay {
  day: string
  bits: Buffer
}

/** The people of segments day by day. A row that is given to another contact is taken out of them. */
export class SegmentDays implements ContactFollower {
  private readonly put: Statement<[string, string, string, number, number, Uint8Array]>
  private readonly other: Statement<[string, string]>
  private readonly old: Statement<[string, string]>
  private readonly bare: Statement<[string, string]>
  private readonly counts: Statement<[], DayCount>
  private readonly known: Statement<[string, string, string], number>
  private readonly sets: Statement<[string, string], StoredDay>
  private readonly covering: Statement<[number], { segment: string; day: string; bits: Buffer }>
  private readonly change: Statement<[Uint8Array, string, string]>
  private readonly drop: Statement<[string]>

  constructor(private readonly session: Session) {
    const { db } = session
    this.put = db.prepare('INSERT OR REPLACE INTO segment_day VALUES (?, ?, ?, ?, ?, ?)')
    this.other = db.prepare('DELETE FROM segment_day WHERE segment = ? AND condition <> ?')
    this.old = db.prepare('DELETE FROM segment_day WHERE segment = ? AND day < ?')
    this.bare = db.prepare(
      'UPDATE segment_day SET bits = NULL WHERE segment = ? AND day < ? AND bits IS NOT NULL',
    )
    this.counts = db.prepare('SELECT segment, day, people FROM segment_day ORDER BY segment, day')
    this.known = session.column('SELECT 1 FROM segment_day WHERE segment = ? AND day = ? AND condition = ?')
    this.sets = db.prepare(
      'SELECT day, bits FROM segment_day WHERE segment = ? AND bits IS NOT NULL AND day >= ? ORDER BY day',
    )
    this.covering = db.prepare(
      'SELECT segment, day, bits FROM segment_day WHERE bits IS NOT NULL AND covers >= ?',
    )
    this.change = db.prepare('UPDATE segment_day SET bits = ? WHERE segment = ? AND day = ?')
    this.drop = db.prepare('DELETE FROM segment_day WHERE segment = ?')
  }

  /** Whether a day is counted already, with this condition. */
  has(segment: string, day: string, condition: string): boolean {
    return this.session.read(() => this.known.get(segment, day, condition) !== undefined)
  }

  /** Keeps who was there on a day. What was counted with another condition goes; `oldest` and `newestWho`: days that stay. */
  keep(
    of: { segment: string; day: string; condition: string; oldest: string; newestWho: string },
    rows: RowSet,
  ): void {
    const all = rows.rows()
    const covers = all.reduce((most, row) => Math.max(most, row), 0)
    this.session.write(() => {
      this.other.run(of.segment, of.condition)
      this.old.run(of.segment, of.oldest)
      this.bare.run(of.segment, of.newestWho)
      this.put.run(of.segment, of.day, of.condition, all.length, covers, packed(rows))
    })
  }

  /** Every count that is kept. */
  all(): DayCount[] {
    return this.session.read(() => this.counts.all())
  }

  /** Between the first day from `since` on and the newest; null before there are two. */
  between(segment: string, since: string): DayChange | null {
    const days = this.session.read(() => this.sets.all(segment, since))
    const [first] = days
    const last = days.at(-1)
    if (!first || !last || first.day === last.day) return null
    const [before, now] = [unpacked(first.bits), unpacked(last.bits)]
    return { since: first.day, cameIn: minus(now, before), left: minus(before, now) }
  }

  /** Forgets a segment. */
  forget(segment: string): void {
    this.session.write(() => this.drop.run(segment))
  }

  /** Within a transaction that empties the contacts. */
  clear(): void {
    this.session.db.exec('DELETE FROM segment_day')
  }

  changing(row: number, before: StoredContact | null): void {
    if (before !== null) return
    for (const { segment, day, bits } of this.covering.all(row)) {
      const set = unpacked(bits)
      if (!set.has(row)) continue
      set.remove(row)
      this.change.run(packed(set), segment, day)
    }
  }
}
