import { type Mailbox, mailboxOf } from '../../../../../src-shared/address/mailboxes'
import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import {
  ageSpan,
  type BounceModel,
  type BounceTally,
  domainFactor,
} from '../../../../../src-shared/projected-bounces'
import type { RowsView } from '../../../../core/index/api'
import type { Column } from '../../../../core/index/column'
import { RowSet } from '../../../../core/index/row-set'
import { kind } from '../../../../core/index/values'
import type { NewestVerdicts } from '../../../contacts/store'
import type { Steps } from '../../../../core/database/session'
import type { AudienceSurvey, VerdictTally } from './api'
import { flagsOf } from './variables'

/** Rows looked at between two pauses: about 4 ms. */
const slice = 200_000

const day = 86_400_000

/** Different values of a column looked at as names of time zones, the first ones. */
const mostZones = 5000

/** Keys under which people keep time zones, however they write them. */
const zoneKey = /^(iana)?(time)?(zone|tz)(name|id)?$/

/** The class of every row's newest verdict, as a review counts it: an expired one counts as not checked. */
export function* verdictsOf(
  rows: Int32Array,
  { columns: { verdicts } }: RowsView,
  newest: NewestVerdicts,
  take: (row: number, of: keyof VerdictTally) => void,
): Steps<void> {
  const names = new Map<number, VerdictClass>()
  const held = new Map<number, number>()
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const ground = verdicts.ground.get(row)
    if (ground === 0) take(row, 'notChecked')
    else {
      let until = held.get(ground)
      if (until === undefined) held.set(ground, (until = newest.holdsSince(ground)))
      const code = verdicts.class.codes.get(row)
      let name = names.get(code)
      if (name === undefined) names.set(code, (name = classOf(verdicts.class.dictionary.textOf(code))))
      take(row, verdicts.at.get(row) > until ? name : 'notChecked')
    }
    if (at % slice === slice - 1) yield
  }
}

/** Adds up how likely mails to rows bounce, by what a project's own bounces teach. */
export class ExpectedBounces {
  sum = 0
  /** By code of the domain. */
  private factors = new Map<number, number>()
  private dictionary: Column['dictionary']

  constructor(
    private readonly model: BounceModel,
    private readonly view: RowsView,
    private readonly now: number,
  ) {
    this.dictionary = view.columns.domain.dictionary
  }

  add(row: number, of: keyof VerdictTally): void {
    this.sum += this.rate(row, of)
  }

  /** How likely a mail to a row bounces. */
  rate(row: number, of: keyof VerdictTally): number {
    const { domain, verdicts } = this.view.columns
    if (domain.dictionary !== this.dictionary) {
      this.dictionary = domain.dictionary
      this.factors = new Map()
    }
    const code = domain.codes.get(row)
    let factor = this.factors.get(code)
    if (factor === undefined) {
      factor = domainFactor(this.model, code === 0 ? '' : domain.dictionary.textOf(code))
      this.factors.set(code, factor)
    }
    const age = of === 'notChecked' ? 0 : ageSpan((this.now - verdicts.at.get(row)) / day)
    return Math.min(1, (this.model.rates[of][age] ?? 0) * factor)
  }
}

function classOf(text: string): VerdictClass {
  return text === 'accepts' || text === 'risky' || text === 'undeliverable' ? text : 'unknown'
}

/**
 * The most frequent domains among rows (ascending), and the rest; an address without one is among the rest. And how many have
 * a mailbox at each provider whose program is known.
 */
export function domainsOf(
  rows: Int32Array,
  { columns: { domain }, live }: RowsView,
  limit: number,
): Pick<AudienceSurvey, 'domains' | 'otherDomains' | 'mailboxes'> {
  const counted = tally(domain, rows, live.capacity)
  const best: { domain: string; count: number }[] = []
  const mailboxes = new Map<Mailbox, number>()
  let domains = 0
  for (let code = 1; code < counted.length; code++) {
    const count = counted[code] ?? 0
    if (count === 0) continue
    domains++
    const mailbox = mailboxOf(domain.dictionary.textOf(code))
    if (mailbox !== null) mailboxes.set(mailbox, (mailboxes.get(mailbox) ?? 0) + count)
    if (best.length === limit && count < (best.at(-1)?.count ?? 0)) continue
    best.push({ domain: domain.dictionary.textOf(code), count })
    best.sort((a, b) => b.count - a.count || (a.domain < b.domain ? -1 : 1))
    best.length = Math.min(best.length, limit)
  }
  const shown = best.reduce((sum, { count }) => sum + count, 0)
  return {
    domains: best,
    otherDomains: { domains: domains - best.length, count: rows.length - shown },
    mailboxes: [...mailboxes]
      .map(([mailbox, people]) => ({ mailbox, people }))
      .sort((a, b) => b.people - a.people || (a.mailbox < b.mailbox ? -1 : 1)),
  }
}

/** What is known of the addresses of rows, and what is to bounce of them: at each domain that is named, and at all others, under null. */
export function* talliesByDomain(
  rows: Int32Array,
  view: RowsView,
  { named, newest, model }: { named: readonly string[]; newest: NewestVerdicts; model: BounceModel | null },
): Steps<(domain: string | null) => BounceTally> {
  const expected = model && new ExpectedBounces(model, view, newest.now)
  const empty = () => ({
    verdicts: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0, notChecked: 0 },
    expectedBounces: 0,
  })
  const others = empty()
  const tallies = new Map([...new Set(named)].map((name) => [name, empty()]))
  const byCode = new Map<number, typeof others>()
  let seen: Column['dictionary'] | null = null
  yield* verdictsOf(rows, view, newest, (row, of) => {
    const { dictionary, codes } = view.columns.domain
    if (seen !== dictionary) byCode.clear()
    seen = dictionary
    const code = codes.get(row)
    let tally = byCode.get(code)
    if (!tally) byCode.set(code, (tally = (code > 0 && tallies.get(dictionary.textOf(code))) || others))
    tally.verdicts[of]++
    if (expected) tally.expectedBounces += expected.rate(row, of)
  })
  return (domain) => {
    const tally = (domain !== null && tallies.get(domain)) || others
    return { ...tally, expectedBounces: expected && tally.expectedBounces }
  }
}

/** The rows of a domain. */
export function domainRows({ columns: { domain }, live }: RowsView, name: string): RowSet {
  const wanted = name.toLowerCase()
  return withCode(domain, live, (text) => text === wanted)
}

/** The rows of some providers. */
export function mailboxRows({ columns: { domain }, live }: RowsView, wanted: readonly Mailbox[]): RowSet {
  return withCode(domain, live, (text) => {
    const mailbox = mailboxOf(text)
    return mailbox !== null && wanted.includes(mailbox)
  })
}

/** How many of the rows (ascending) have each time zone, the most frequent first. */
export function zonesOf(rows: Int32Array, view: RowsView): { zone: string; count: number }[] {
  const column = zoneColumn(view)
  if (!column) return []
  const counted = tally(column, rows, view.live.capacity)
  const zones = new Map<string, number>()
  for (let code = 1; code < counted.length; code++) {
    const count = counted[code] ?? 0
    if (count === 0 || column.dictionary.kindOf(code) !== kind.text) continue
    const zone = column.dictionary.textOf(code)
    if (isZone(zone)) zones.set(zone, (zones.get(zone) ?? 0) + count)
    if (zones.size >= mostZones) break
  }
  return [...zones]
    .map(([zone, count]) => ({ zone, count }))
    .sort((a, b) => b.count - a.count || (a.zone < b.zone ? -1 : 1))
}

/** The rows of people in any of these time zones. */
export function zoneRows(view: RowsView, zones: readonly string[]): RowSet {
  const column = zoneColumn(view)
  if (!column) return new RowSet(0)
  return withCode(column, view.live, (text) => zones.includes(text))
}

/** The column of time zones: of keys with such a name, the one that most people have. */
function zoneColumn({ columns }: RowsView): Column | null {
  let best: Column | null = null
  for (const [key, column] of columns.data.named()) {
    if (!zoneKey.test(key.toLowerCase().replace(/[^a-z]/g, ''))) continue
    if (column.codes.present > (best?.codes.present ?? 0)) best = column
  }
  return best
}

function isZone(name: string): boolean {
  if (!/^([A-Z][\w+-]*(\/[\w+-]+)+|UTC|GMT)$/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function withCode(column: Column, live: RowSet, passes: (text: string) => boolean): RowSet {
  const found = new RowSet(live.capacity)
  const { dictionary } = column
  const flags = flagsOf(
    dictionary,
    (code) => dictionary.kindOf(code) === kind.text && passes(dictionary.textOf(code)),
  )
  column.where(flags, live, found)
  return found
}

function tally({ codes, dictionary }: Column, rows: Int32Array, capacity: number): Uint32Array {
  const counts = new Uint32Array(dictionary.size + 1)
  codes.tally(rows, capacity, counts)
  return counts
}
