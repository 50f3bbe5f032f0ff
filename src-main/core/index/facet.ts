import type { ContactField, Facet } from '../../../src-shared/bridge/contacts'
import type { Column } from './column'
import type { Dictionary } from './dictionary'
import { encodeFolded } from './encode'
import { fold } from '../../../src-shared/fold'
import { Groups } from './groups'
import type { Instants } from './instants'
import { kind, leafJoin } from './values'

type FacetValue = Facet['values'][number]['value']

interface CountedValue {
  value: FacetValue
  count: number
}

/**
 * The most frequent values of a column among rows (null: all `size` of them). Spellings that differ in case or
 * accents are different values, as they are to the service. A list or an object counts once for each different leaf. Rows without a value count as null. Ties are in the values' order, null last. `containing`: only values
 * in which it occurs.
 */
export function facetOfColumn(
  field: ContactField,
  column: Column,
  rows: Int32Array | null,
  among: { capacity: number; size: number; limit: number; containing?: string },
): Facet {
  const { dictionary } = column
  const counts = new Uint32Array(dictionary.size + 1)
  column.codes.tally(rows, among.capacity, counts)
  let without = rows === null ? among.size : rows.length
  for (let code = 1; code < counts.length; code++) without -= counts[code] ?? 0
  const spread = spreadOf(dictionary, counts)
  const rest = { without, ...(spread ? { spread } : {}) }
  if (among.containing) {
    keepContaining(dictionary, among.containing, counts)
    // What is without a value contains nothing.
    without = 0
  }
  const groups = (column.groups ??= new Groups())
  groups.update(dictionary)
  const { leaders } = groups
  const totals = new Uint32Array(counts.length)
  const shown = new Uint32Array(counts.length)
  let compound = false
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code] ?? 0
    if (count === 0) continue
    if (dictionary.kindOf(code) >= kind.list) {
      compound = true
      continue
    }
    const leader = leaders[code] ?? 0
    totals[leader] = (totals[leader] ?? 0) + count
    if (count > (counts[shown[leader] ?? 0] ?? 0) || shown[leader] === 0) shown[leader] = code
  }
  const found = compound
    ? ranked(
        field,
        withLeaves(dictionary, counts, totals, without).filter(holding(among.containing)),
        among.limit,
      )
    : topOf(field, dictionary, totals, shown, without, among.limit)
  return { ...found, ...rest }
}

/** In so many spans numbers are counted. */
const spans = 20

/** The numbers among what was counted, in spans of equal width; null where there are none. */
function spreadOf(dictionary: Dictionary, counts: Uint32Array): Facet['spread'] | null {
  let from = Infinity
  let to = -Infinity
  for (let code = 1; code < counts.length; code++) {
    if (counts[code] === 0 || dictionary.kindOf(code) !== kind.number) continue
    const number = dictionary.numberOf(code)
    from = Math.min(from, number)
    to = Math.max(to, number)
  }
  if (!(from < to)) return null
  const spread = new Array<number>(spans).fill(0)
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code] ?? 0
    if (count === 0 || dictionary.kindOf(code) !== kind.number) continue
    const at = Math.min(spans - 1, Math.floor(((dictionary.numberOf(code) - from) / (to - from)) * spans))
    spread[at] = (spread[at] ?? 0) + count
  }
  return { from, to, counts: spread }
}

/** Counts nobody but values in which a text occurs. */
function keepContaining(dictionary: Dictionary, text: string, counts: Uint32Array): void {
  const marks = new Uint8Array(counts.length)
  const holds = holding(text)
  dictionary.heap.mark(encodeFolded(fold(text)), marks)
  for (let code = 1; code < counts.length; code++) {
    if (marks[code] === 1 || counts[code] === 0) continue
    // Numbers, dates and yes or no are not among the texts that are searched.
    const value = dictionary.kindOf(code) === kind.text ? null : display(dictionary, code)
    if (value === null || !holds({ value, count: 0 })) counts[code] = 0
  }
}

/** Whether a text occurs in a value. */
function holding(text = ''): (counted: CountedValue) => boolean {
  const wanted = fold(text)
  return ({ value }) => wanted === '' || (value !== null && fold(String(value)).includes(wanted))
}

/** The facet of a column of moments: its values are milliseconds. */
export function facetOfInstants(
  field: ContactField,
  instants: Instants,
  rows: Int32Array,
  limit: number,
): Facet {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const instant = instants.get(row)
    counts.set(instant, (counts.get(instant) ?? 0) + 1)
  }
  const counted = Array.from(counts, ([instant, count]) => ({
    value: Number.isNaN(instant) ? null : instant,
    count,
  }))
  return ranked(field, counted, limit)
}

/** Picks the few largest groups in one pass, without making a string of each of perhaps a million. */
function topOf(
  field: ContactField,
  dictionary: Dictionary,
  totals: Uint32Array,
  shown: Uint32Array,
  without: number,
  limit: number,
): Facet {
  const best: number[] = []
  let groups = 0
  let counted = 0
  const precedes = (left: number, right: number): boolean => {
    const difference = (totals[right] ?? 0) - (totals[left] ?? 0)
    if (difference !== 0) return difference < 0
    const order = dictionary.heap.compare(left, right)
    return order < 0 || (order === 0 && dictionary.textOf(left) < dictionary.textOf(right))
  }
  for (let code = 1; code < totals.length; code++) {
    const total = totals[code] ?? 0
    if (total === 0) continue
    groups++
    counted += total
    if (best.length === limit && !precedes(code, best[limit - 1] ?? 0)) continue
    let at = best.length
    while (at > 0 && precedes(code, best[at - 1] ?? 0)) at--
    best.splice(at, 0, code)
    if (best.length > limit) best.pop()
  }
  const top = best.map((code): CountedValue => ({
    value: display(dictionary, shown[code] ?? 0),
    count: totals[code] ?? 0,
  }))
  if (without > 0) top.push({ value: null, count: without })
  const facet = ranked(field, top, limit)
  for (const code of best) counted -= totals[code] ?? 0
  facet.moreValues += groups - best.length
  facet.moreCount += counted
  return facet
}

function display(dictionary: Dictionary, code: number): FacetValue {
  const of = dictionary.kindOf(code)
  if (of === kind.number) return dictionary.numberOf(code)
  if (of === kind.boolean) return dictionary.numberOf(code) === 1
  return dictionary.textOf(code)
}

function withLeaves(
  dictionary: Dictionary,
  counts: Uint32Array,
  totals: Uint32Array,
  without: number,
): CountedValue[] {
  const byText = new Map<string, CountedValue>()
  const dated: CountedValue[] = []
  for (let code = 1; code < totals.length; code++) {
    const count = totals[code] ?? 0
    if (count === 0) continue
    const value = display(dictionary, code)
    if (dictionary.kindOf(code) === kind.date) dated.push({ value, count })
    else byText.set(dictionary.textOf(code), { value, count })
  }
  for (let code = 1; code < counts.length; code++) {
    const count = counts[code] ?? 0
    if (count === 0 || dictionary.kindOf(code) < kind.list) continue
    for (const leaf of new Set(dictionary.textOf(code).split(leafJoin))) {
      const known = byText.get(leaf)
      if (known) known.count += count
      else byText.set(leaf, { value: leaf, count })
    }
  }
  const counted: CountedValue[] = [...dated, ...byText.values()]
  if (without > 0) counted.push({ value: null, count: without })
  return counted
}

function ranked(field: ContactField, counted: CountedValue[], limit: number): Facet {
  const keyed = counted.map((entry) => ({ entry, key: encodeFolded(fold(String(entry.value))) }))
  keyed.sort((a, b) => {
    if (a.entry.count !== b.entry.count) return b.entry.count - a.entry.count
    if (a.entry.value === null || b.entry.value === null) return a.entry.value === null ? 1 : -1
    return Buffer.compare(a.key, b.key) || (String(a.entry.value) < String(b.entry.value) ? -1 : 1)
  })
  const sorted = keyed.map(({ entry }) => entry)
  let moreCount = 0
  for (const { count } of sorted.slice(limit)) moreCount += count
  return {
    field,
    values: sorted.slice(0, limit).map(({ value, count }) => ({ value, count })),
    moreValues: Math.max(0, sorted.length - limit),
    moreCount,
    without: counted.find(({ value }) => value === null)?.count ?? 0,
  }
}
