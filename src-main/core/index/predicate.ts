import type { ContactFilter } from '../../../src-shared/bridge/contacts'
import type { Dictionary } from './dictionary'
import { encodeFolded, separator } from './encode'
import { fold, wellFormed } from '../../../src-shared/fold'
import { dateOf, kind, leafJoin } from './values'

/** What a filter compares with, in every form that its value can be read as. */
interface Operand {
  /** As it is written, well formed. */
  written: string
  text: Uint8Array
  number: number
  date: number
}

/** Reads a filter's value in every way it can be meant. */
export function operand(value: string | number | boolean): Operand {
  const written = wellFormed(String(value))
  const text = encodeFolded(fold(written))
  if (typeof value === 'number') return { written, text, number: value, date: value }
  if (typeof value === 'boolean') return { written, text, number: NaN, date: NaN }
  const trimmed = value.trim()
  const number = trimmed === '' ? NaN : Number(trimmed)
  return { written, text, number: Number.isFinite(number) ? number : NaN, date: dateOf(trimmed) }
}

/** Milliseconds of a relative filter's span. */
export function spanOf(value: number, unit: 'days' | 'hours' | 'minutes'): number {
  return value * { days: 86_400_000, hours: 3_600_000, minutes: 60_000 }[unit]
}

/** Whether a filter lets through other rows as time goes by. */
export function isRelative({ operator }: ContactFilter): boolean {
  return operator === 'within' || operator === 'notWithin' || operator === 'olderThan'
}

type Bound = 'greaterThan' | 'greaterThanOrEqual' | 'lessThan' | 'lessThanOrEqual'

function holds(difference: number, bound: Bound): boolean {
  if (bound === 'greaterThan') return difference > 0
  if (bound === 'greaterThanOrEqual') return difference >= 0
  if (bound === 'lessThan') return difference < 0
  return difference <= 0
}

function framed(text: Uint8Array, closed: boolean): Uint8Array {
  const needle = new Uint8Array(text.length + (closed ? 2 : 1)).fill(separator)
  needle.set(text, 1)
  return needle
}

/**
 * Which values of a column pass a filter, as a flag for each code; that of code 0 says whether rows without a value
 * pass. What the operators mean:
 * - `equals`, `anyOf`: the same text, of data in the same case and with the same accents, as the service has it; or the
 *   same number, or the same moment for dates. `equals` also reads a number out of text ("12.0" finds 12). Of a list or an
 *   object any leaf may match. `anyOf` null: no value.
 * - `contains`, `startsWith`: in the folded text; of a list or an object in any leaf.
 * - `notEquals`, `notContains`: every row that `equals`, `contains` leaves out, rows without a value too.
 * - comparisons: numbers with numbers, dates with dates (a number is milliseconds); text with text, but only
 *   where the filter's value is neither a number nor a date. Nothing else passes.
 * - `noneOf`: every row that `anyOf` leaves out.
 * - `between`: from inclusive, to exclusive, or inclusive where it is closed; with both ends open, any value.
 * - `within`: that long ago or later, the future too (as the service has it); `olderThan`: dates before that;
 *   `notWithin`: every row that `within` leaves out, rows without a value too.
 * - `exists`: any value but null; empty text and empty lists are values.
 */
export function passing(dictionary: Dictionary, filter: ContactFilter, now: number): Uint8Array {
  const flags = new Uint8Array(dictionary.size + 1)
  // Addresses and their domains are the same in any case.
  const exact = filter.field.startsWith('data.')
  switch (filter.operator) {
    case 'equals':
    case 'notEquals':
      markEqual(dictionary, operand(filter.value), flags, exact)
      return filter.operator === 'equals' ? flags : inverse(flags)
    case 'contains':
    case 'notContains':
      markContaining(dictionary, operand(filter.value).text, flags)
      return filter.operator === 'contains' ? flags : inverse(flags)
    case 'startsWith':
      dictionary.heap.mark(framed(operand(filter.value).text, false), flags)
      return flags
    case 'exists':
      return flags.fill(1, 1)
    case 'notExists':
      flags[0] = 1
      return flags
    case 'anyOf':
    case 'noneOf':
      for (const value of filter.values) {
        if (value === null) flags[0] = 1
        else markEqual(dictionary, sameGroup(value), flags, exact)
      }
      return filter.operator === 'anyOf' ? flags : inverse(flags)
    case 'between': {
      const last = filter.closed ? 'lessThanOrEqual' : 'lessThan'
      flags.fill(1, 1)
      if (filter.from !== null) keepWithin(dictionary, 'greaterThanOrEqual', operand(filter.from), flags)
      if (filter.to !== null) keepWithin(dictionary, last, operand(filter.to), flags)
      if (filter.orMissing) flags[0] = 1
      return flags
    }
    case 'within':
    case 'notWithin':
    case 'olderThan': {
      const limit = now - spanOf(filter.value, filter.unit)
      for (let code = 1; code < flags.length; code++) {
        if (dictionary.kindOf(code) !== kind.date) continue
        const recent = dictionary.numberOf(code) >= limit
        if (recent === (filter.operator !== 'olderThan')) flags[code] = 1
      }
      return filter.operator === 'notWithin' ? inverse(flags) : flags
    }
    default:
      flags.fill(1, 1)
      keepWithin(dictionary, filter.operator, operand(filter.value), flags)
      return flags
  }
}

/** As a facet groups values: text that reads as a number is not that number. */
function sameGroup(value: string | number | boolean): Operand {
  const read = operand(value)
  return typeof value === 'string' ? { ...read, number: NaN } : read
}

function inverse(flags: Uint8Array): Uint8Array {
  for (let code = 0; code < flags.length; code++) flags[code] = 1 - (flags[code] ?? 0)
  return flags
}

function markContaining(dictionary: Dictionary, text: Uint8Array, flags: Uint8Array): void {
  if (text.length === 0) flags.fill(1, 1)
  else dictionary.heap.mark(text, flags)
}

function markEqual(dictionary: Dictionary, value: Operand, flags: Uint8Array, exact: boolean): void {
  const folded = framed(value.text, true)
  if (exact) markWritten(dictionary, folded, value.written, flags)
  else dictionary.heap.mark(folded, flags)
  if (dictionary.numbers.length === 0) return
  if (Number.isNaN(value.number) && Number.isNaN(value.date)) return
  for (let code = 1; code < flags.length; code++) {
    const number = dictionary.numberOf(code)
    if (number !== value.number && number !== value.date) continue
    const of = dictionary.kindOf(code)
    if ((of === kind.number && number === value.number) || (of === kind.date && number === value.date)) {
      flags[code] = 1
    }
  }
}

/** Flags what is `written` so itself, or in a leaf, of those whose folded text is the same. */
function markWritten(dictionary: Dictionary, folded: Uint8Array, written: string, flags: Uint8Array): void {
  const alike = new Uint8Array(flags.length)
  dictionary.heap.mark(folded, alike)
  for (let code = alike.indexOf(1); code > 0; code = alike.indexOf(1, code + 1)) {
    const text = dictionary.textOf(code)
    const isSo =
      dictionary.kindOf(code) < kind.list ? text === written : text.split(leafJoin).includes(written)
    if (isSo) flags[code] = 1
  }
}

/** Unflags what does not lie on the right side of the value. */
function keepWithin(dictionary: Dictionary, bound: Bound, value: Operand, flags: Uint8Array): void {
  const asText = Number.isNaN(value.number) && Number.isNaN(value.date)
  for (let code = 1; code < flags.length; code++) {
    if (flags[code] === 0) continue
    const of = dictionary.kindOf(code)
    let difference = NaN
    if (of === kind.number) difference = dictionary.numberOf(code) - value.number
    else if (of === kind.date) difference = dictionary.numberOf(code) - value.date
    else if (of === kind.text && asText) difference = dictionary.heap.compareWith(code, value.text)
    if (!holds(difference, bound)) flags[code] = 0
  }
}
