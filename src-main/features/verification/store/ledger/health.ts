import type { ListHealth, VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { Session } from '../../../../core/database/session'
import { agesOf, soonDays, standingOf, type AgedCount } from './ages'
import type { Kinds } from './kinds'
import { readMarks } from './known'
import type { OverrideTable } from './overrides'
import type { RuleTable } from './rules'
import { dayMs, dayOf, knownCounts, type KnownCell, type KnownCounts, type SpanCell } from './spans'

type HealthCounts = Pick<ListHealth, 'contacts' | 'byClass' | 'expired' | 'notChecked'>
type HealthCell = Pick<KnownCell, 'kind' | 'over' | 'marks' | 'day' | 'contacts'>
type Next = ListHealth['next'][number]['code']

/** Points of the trend at most: ends of weeks, and the present. */
const mostPoints = 26

const cell = 'FROM contact_known WHERE kind = ? AND over = ? AND marks = ?'

const statements = (session: Session) => ({
  newest: session.column<[number, number, number], number | null>(`SELECT max(at) ${cell}`),
  since: session.column<[number], number>('SELECT count(*) FROM contact WHERE created >= ?'),
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
    const aged: AgedCount[] = []
    const bySign = new BySign(this.kinds, this.overrides)
    const help = (code: Next, contacts: number): void => {
      if (contacts > 0) next.set(code, (next.get(code) ?? 0) + contacts)
    }
    for (const { expired, ...cell } of this.divided(cells, now)) {
      this.add(present, cell, expired)
      const name = this.classOf(cell)
      const age = Math.max(0, dayOf(now) - cell.day)
      const soon = !expired && age + soonDays >= this.kinds.daysOf(cell.kind)
      aged.push({ name: expired ? 'expired' : name, age, soon, contacts: cell.contacts })
      if (expired) continue
      bySign.add(cell)
      const { subscribed, suggested } = readMarks(cell.marks)
      if (name === 'undeliverable' && subscribed) help('unsubscribeUndeliverable', cell.contacts)
      if (name === 'unknown') help('retryUnknown', cell.contacts)
      if (suggested) help('correctTypos', cell.contacts)
    }
    help('checkRest', present.notChecked)
    help('checkExpired', present.expired)
    return {
      ...present,
      before: this.before(cells, now),
      standing: standingOf(aged),
      ...bySign.counts(),
      ages: agesOf(aged, Math.max(this.rules.expiry.known, this.rules.expiry.unknown)),
      trend: [...this.weeks(cells, now), { at: now, ...present }],
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
      const last = now - this.kinds.daysOf(cell.kind) * dayMs
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

  /** The ends of past weeks (Mondays, 0:00 UTC), from the first with a verdict. */
  private weeks(cells: readonly KnownCell[], now: number): ListHealth['trend'] {
    const spans = this.counts.allFollowed()
    const first = firstDay(cells, spans)
    const points: ListHealth['trend'] = []
    for (let monday = mondayBefore(dayOf(now)); points.length < mostPoints - 1; monday -= 7) {
      if (monday <= first) break
      points.unshift({ at: monday * dayMs, ...this.asOf(monday, cells, spans) })
    }
    return points
  }

  /** What was known 30 days ago of those contacts that were there. */
  private before(cells: readonly KnownCell[], now: number): HealthCounts | null {
    const spans = this.counts.allFollowed()
    const day = dayOf(now) - soonDays
    if (day <= firstDay(cells, spans)) return null
    const counts = this.asOf(day, cells, spans)
    const came = Math.min(counts.notChecked, this.sql.since.get(day * dayMs) ?? 0)
    return { ...counts, contacts: counts.contacts - came, notChecked: counts.notChecked - came }
  }

  /** What was known of today's contacts when a day began. */
  private asOf(day: number, cells: readonly KnownCell[], spans: readonly SpanCell[]): HealthCounts {
    const counts = this.nothing()
    const expires = (kind: number): number => day - this.kinds.daysOf(kind)
    for (const cell of cells) if (cell.day < day) this.add(counts, cell, cell.day < expires(cell.kind))
    for (const span of spans) {
      if (span.since < day && span.until >= day) this.add(counts, span, span.since < expires(span.kind))
    }
    return counts
  }

  private nothing(): HealthCounts {
    const { contacts } = this.session.counters
    const byClass = { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 }
    return { contacts, byClass, expired: 0, notChecked: contacts }
  }

  private add(counts: HealthCounts, cell: Omit<HealthCell, 'marks' | 'day'>, expired: boolean): void {
    counts.notChecked -= cell.contacts
    if (expired) counts.expired += cell.contacts
    else counts.byClass[this.classOf(cell)] += cell.contacts
  }

  private classOf({ kind, over }: Pick<HealthCell, 'kind' | 'over'>): VerdictClass {
    return (over === 0 ? null : this.overrides.byId(over)?.class) ?? this.kinds.classOf(kind)
  }
}

/** What is not known yet comes before what is: it may add to it. */
const order: readonly Next[] = [
  'checkRest',
  'checkExpired',
  'unsubscribeUndeliverable',
  'correctTypos',
  'retryUnknown',
]

/** The last Monday up to a day: 1970 began on a Thursday. */
const mondayBefore = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

/** The day of the first verdict over any contact. */
const firstDay = (cells: readonly KnownCell[], spans: readonly SpanCell[]): number =>
  [...cells.map(({ day }) => day), ...spans.map(({ since }) => since)].reduce(
    (least, day) => Math.min(least, day),
    Infinity,
  )

type CountedCell = Pick<KnownCell, 'kind' | 'over' | 'contacts'>

/** Contacts by what decides about their class: the weightiest sign, or the domain that a person gave one. */
class BySign {
  readonly #signs = new Map<string, { contacts: number; carried: number }>()
  readonly #domains = new Map<number, number>()

  constructor(
    private readonly kinds: Kinds,
    private readonly overrides: OverrideTable,
  ) {}

  add({ kind, over, contacts }: CountedCell): void {
    const isDecided = over !== 0 && this.overrides.byId(over)?.class != null
    if (isDecided) this.#domains.set(over, (this.#domains.get(over) ?? 0) + contacts)
    for (const [place, sign] of this.kinds.signsOf(kind).entries()) {
      const count = this.#signs.get(sign) ?? { contacts: 0, carried: 0 }
      if (!isDecided) count.carried += contacts
      if (!isDecided && place === 0) count.contacts += contacts
      this.#signs.set(sign, count)
    }
  }

  counts(): Pick<ListHealth, 'signs' | 'domains'> {
    return {
      signs: [...this.#signs].map(([sign, counts]) => ({ sign, ...counts })),
      domains: [...this.#domains].flatMap(([id, contacts]) => {
        const override = this.overrides.byId(id)
        return override?.class ? [{ domain: override.domain, class: override.class, contacts }] : []
      }),
    }
  }
}
