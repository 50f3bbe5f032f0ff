import type { ContactStanding, CountedContacts } from '../../../../../src-shared/bridge/verdicts'
import type { Session, Steps } from '../../../../core/database/session'
import type { Kinds } from './kinds'
import { readMarks } from './known'
import type { OverrideTable } from './overrides'
import { dayMs, knownCounts, type KnownCell, type KnownCounts } from './spans'

/** Rows read between two pauses: about 3 ms. */
const slice = 2000

const statements = (session: Session) => ({
  never: session.column<[number, number], number>(
    `SELECT c.row FROM contact c WHERE c.row > ? AND NOT EXISTS (SELECT 1 FROM contact_known k WHERE k.row = c.row)
     ORDER BY c.row LIMIT ?`,
  ),
  ofCell: session.tuples<[number, number, number, number, number, number], [number]>(
    `SELECT row FROM contact_known WHERE kind = ? AND over = ? AND marks = ? AND at >= ? AND at < ?
     ORDER BY at LIMIT ?`,
  ),
  email: session.column<[number], string>('SELECT email FROM contact WHERE row = ?'),
})

/** Which contacts are counted where list health counts them. */
export class Standings {
  private readonly counts: KnownCounts
  private readonly sql: ReturnType<typeof statements>

  constructor(
    private readonly session: Session,
    private readonly kinds: Kinds,
    private readonly overrides: OverrideTable,
  ) {
    this.counts = knownCounts(session)
    this.sql = statements(session)
  }

  /** The rows of the contacts of a standing, at most `limit` of them. */
  *rows(standing: CountedContacts, now: number, limit = Infinity): Steps<number[]> {
    const rows: number[] = []
    if (standing === 'never') {
      for (let last = 0; rows.length < limit;) {
        const from = last
        const found = this.session.read(() => this.sql.never.all(from, Math.min(slice, limit - rows.length)))
        rows.push(...found)
        last = found.at(-1) ?? last
        if (found.length < slice) break
        yield
      }
      return rows
    }
    for (const { cell, from, until } of this.session.read(() => this.spans(standing, now))) {
      if (rows.length >= limit) break
      const { kind, over, marks } = cell
      const most = Math.min(cell.contacts, limit - rows.length)
      for (const [row] of this.session.read(() => this.sql.ofCell.all(kind, over, marks, from, until, most)))
        rows.push(row)
      yield
    }
    return rows
  }

  /** The addresses of some of them. */
  *emails(standing: ContactStanding, now: number, limit: number): Steps<string[]> {
    const rows = yield* this.rows(standing, now, limit)
    return this.session.read(() => rows.flatMap((row) => this.sql.email.get(row) ?? []))
  }

  /** When the first verdict that counts now ends; null where there is none. */
  nextExpiry(now: number): number | null {
    const ends = this.counts.allNewest().flatMap(({ kind, day }) => {
      const end = (day + 1 + this.kinds.daysOf(kind)) * dayMs
      return end > now ? [end] : []
    })
    return ends.length === 0 ? null : Math.min(...ends)
  }

  /** The cells of a standing, each with the instants within its day of which it is so: from, and until before. */
  private spans(
    standing: Exclude<CountedContacts, 'never'>,
    now: number,
  ): { cell: KnownCell; from: number; until: number }[] {
    return this.counts.allNewest().flatMap((cell) => {
      // A verdict of exactly that age has ended.
      const last = now - this.kinds.daysOf(cell.kind) * dayMs + 1
      const [start, end] = [cell.day * dayMs, (cell.day + 1) * dayMs]
      const [from, until] =
        standing === 'expired' ? [start, Math.min(end, last)] : [Math.max(start, last), end]
      return from < until && this.isOf(standing, cell) ? [{ cell, from, until }] : []
    })
  }

  private isOf(standing: CountedContacts, { kind, over, marks }: KnownCell): boolean {
    const own = over === 0 ? null : this.overrides.byId(over)?.class
    if (typeof standing === 'object') return own == null && this.kinds.signsOf(kind)[0] === standing.sign
    if (standing === 'suggested') return readMarks(marks).suggested
    if (standing === 'expired') return true
    return (own ?? this.kinds.classOf(kind)) === 'unknown'
  }
}
