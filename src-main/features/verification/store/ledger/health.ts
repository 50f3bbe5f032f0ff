import type { ListHealth, VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { Session } from '../../../../core/database/session'
import type { Kinds } from './kinds'
import { readMarks } from './known'
import type { OverrideTable } from './overrides'
import type { RuleTable } from './rules'
import { dayMs, dayOf, knownCounts, type KnownCell, type KnownCounts } from './spans'

type HealthCounts = Omit<ListHealth, 'before' | 'trend' | 'lastAt' | 'expiry' | 'next'>
type HealthCell = Pick<KnownCell, 'kind' | 'over' | 'marks' | 'contacts'>
type Next = ListHealth['next'][number]['code']

/** Points of the trend at most: ends of weeks, and the present. */
const mostPoints = 26

const cell = 'FROM contact_known WHERE kind = ? AND over = ? AND marks = ?'

const statements = (session: Session) => ({
  newest: session.column<[number, number, number], number | null>(`SELECT max(at) ${cell}`),
  within: session.column<[number, number, number, number, number], number>(
    `SELECT count(*) ${cell} AND at BETWEEN ? AND ?`,
  ),
})

/** How clean the list is, from kept counts alone: it reads as many rows as there are days with verdicts, not contacts. */
export class Health {
  private readonly counts: KnownCounts
  private readonly sql: ReturnType<typeof statements>

  constructor(
    private readonly session: Session,
    private readonly kinds: Kinds,
    private readonly rules: RuleTable,
    private readonly overrides: OverrideTable,
  ) {
    this.counts = knownCounts(session)
    this.sql = statements(session)
  }

  /** The state at an instant, in milliseconds. */
  read(now: number): ListHealth {
    const cells = this.counts.allNewest()
    const present = this.nothing()
    const next = new Map<Next, number>()
    const help = (code: Next, contacts: number): void => {
      if (contacts > 0) next.set(code, (next.get(code) ?? 0) + contacts)
    }
    for (const { expired, ...cell } of this.divided(cells, now)) {
      this.add(present, cell, expired)
      if (expired) continue
      const name = this.classOf(cell)
      const { subscribed, suggested } = readMarks(cell.marks)
      if (name === 'undeliverable' && subscribed) help('unsubscribeUndeliverable', cell.contacts)
      if (name === 'unknown') help('retryUnknown', cell.contacts)
      if (suggested) help('correctTypos', cell.contacts)
    }
    help('checkRest', present.notChecked)
    help('checkExpired', present.expired)
    const past = this.past(cells, now)
    return {
      ...present,
      before: past.before,
      trend: [...past.trend, { at: now, ...present }],
      lastAt: this.lastAt(cells),
      expiry: this.rules.expiry,
      next: order.flatMap((code) => {
        const contacts = next.get(code)
        return contacts === undefined ? [] : [{ code, contacts }]
      }),
    }
  }

  /** Cells with whether they hold no longer; the day in which they cease to is divided by the instants themselves. */
  private *divided(cells: readonly KnownCell[], now: number): Generator<HealthCell & { expired: boolean }> {
    for (const cell of cells) {
      const last = now - this.daysOf(cell.kind) * dayMs
      if (cell.day !== dayOf(last)) {
        yield { ...cell, expired: cell.day < dayOf(last) }
        continue
      }
      const { kind, over, marks, day } = cell
      const expired = this.sql.within.get(kind, over, marks, day * dayMs, last) ?? 0
      yield { ...cell, contacts: expired, expired: true }
      yield { ...cell, contacts: cell.contacts - expired, expired: false }
    }
  }

  /** The newest instant: in the last day of any cell. */
  private lastAt(cells: readonly KnownCell[]): number | null {
    const lastDay = cells.reduce((day, cell) => Math.max(day, cell.day), -Infinity)
    const instants = cells
      .filter(({ day }) => day === lastDay)
      .map(({ kind, over, marks }) => this.sql.newest.get(kind, over, marks) ?? -Infinity)
    return instants.length === 0 ? null : Math.max(...instants)
  }

  /** The ends of past weeks (Mondays, 0:00 UTC), from the first with a verdict; and 30 days ago, where there was one. */
  private past(cells: readonly KnownCell[], now: number): Pick<ListHealth, 'trend' | 'before'> {
    const spans = this.counts.allFollowed()
    const days = [...cells.map(({ day }) => day), ...spans.map(({ since }) => since)]
    const first = days.reduce((least, day) => Math.min(least, day), Infinity)
    const at = (midnight: number): ListHealth['trend'][number] => {
      const counts = this.nothing()
      const expires = (kind: number): number => midnight - this.daysOf(kind)
      for (const cell of cells) if (cell.day < midnight) this.add(counts, cell, cell.day < expires(cell.kind))
      for (const span of spans) {
        if (span.since < midnight && span.until >= midnight)
          this.add(counts, span, span.since < expires(span.kind))
      }
      return { at: midnight * dayMs, ...counts }
    }
    const trend: ListHealth['trend'] = []
    for (let monday = mondayBefore(dayOf(now)); trend.length < mostPoints - 1; monday -= 7) {
      if (monday <= first) break
      trend.unshift(at(monday))
    }
    const month = dayOf(now) - 30
    return { trend, before: month > first ? at(month) : null }
  }

  private nothing(): HealthCounts {
    const { contacts } = this.session.counters
    const byClass = { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 }
    return { contacts, byClass, expired: 0, notChecked: contacts }
  }

  private add(counts: HealthCounts, cell: Omit<HealthCell, 'marks'>, expired: boolean): void {
    counts.notChecked -= cell.contacts
    if (expired) counts.expired += cell.contacts
    else counts.byClass[this.classOf(cell)] += cell.contacts
  }

  private classOf({ kind, over }: Pick<HealthCell, 'kind' | 'over'>): VerdictClass {
    return (over === 0 ? null : this.overrides.byId(over)?.class) ?? this.kinds.classOf(kind)
  }

  private daysOf(kind: number): number {
    const { known, unknown } = this.rules.expiry
    return this.kinds.classOf(kind) === 'unknown' ? unknown : known
  }
}

/** What harms most comes first. */
const order: readonly Next[] = [
  'unsubscribeUndeliverable',
  'checkRest',
  'checkExpired',
  'correctTypos',
  'retryUnknown',
]

/** The last Monday up to a day: 1970 began on a Thursday. */
const mondayBefore = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)
