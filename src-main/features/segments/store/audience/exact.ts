import type { Filter } from '../../../../../src-shared/interface/filter'
import { foldCase, parseDateText } from '../../../../../src-shared/interface/filter-values'
import { wellFormed } from '../../../../../src-shared/fold'
import { spanStart } from './comparison'
import { stepInto } from '../../../contacts/store'
import { compared, type ContactFacts } from './facts'

/**
 * The grammar as deployed services read it (filter.ts, "Two readings"). Fields of the contact itself mean nearly the
 * same; values of `data` are compared as JSON has them.
 */

/** Whether a value that is there, so never null, passes. */
type ExactTest = (stored: unknown) => boolean

/** The keys that lead to a field of `data`: every dot walks into an object. */
export function exactPath(field: string): string[] {
  return field.slice('data.'.length).split('.')
}

/** What a contact has under a field of `data`; null and undefined are nothing. */
export function exactValue(facts: ContactFacts, field: string): unknown {
  return compared(exactPath(field).reduce<unknown>(stepInto, facts.data) ?? null)
}

/** The test of a positive operator over a field of `data`; of `notEquals` and `notContains` that of what they deny. */
export function exactTest({ operator, value = '', unit }: Filter, now: number): ExactTest {
  switch (operator) {
    case 'equals':
    case 'notEquals':
      return equalTo(value)
    case 'contains':
    case 'notContains':
      return (stored) => typeof stored === 'string' && stored.includes(String(value))
    case 'within':
    case 'olderThan': {
      const since = isoOf(spanStart(now, value, unit))
      return (stored) => typeof stored === 'string' && stored >= since === (operator === 'within')
    }
    case 'greaterThan':
      return ofSameType(value, (stored, wanted) => stored > wanted)
    case 'greaterThanOrEqual':
      return ofSameType(value, (stored, wanted) => stored >= wanted)
    case 'lessThan':
      return ofSameType(value, (stored, wanted) => stored < wanted)
    case 'lessThanOrEqual':
      return ofSameType(value, (stored, wanted) => stored <= wanted)
    default:
      throw new Error(`${operator} compares no value.`)
  }
}

/** A date stands for the texts of its day: a stored date without a time sorts before all of them. */
function equalTo(wanted: NonNullable<Filter['value']>): ExactTest {
  const day = typeof wanted === 'string' ? dayOf(wanted) : null
  if (day === null) return (stored) => stored === wanted
  const [from, to] = [isoOf(day), isoOf(day + dayMs)]
  return (stored) => typeof stored === 'string' && stored >= from && stored < to
}

function ofSameType(
  wanted: NonNullable<Filter['value']>,
  holds: (stored: string | number, wanted: string | number) => boolean,
): ExactTest {
  if (typeof wanted === 'boolean') return () => false
  return (stored) =>
    (typeof stored === 'string' || typeof stored === 'number') &&
    typeof stored === typeof wanted &&
    holds(stored, wanted)
}

const dayMs = 86_400_000

/** Midnight, in UTC, of the day that a text begins with; null where it begins with none. */
function dayOf(text: string): number | null {
  return parseDateText(text) === null && Number.isNaN(Date.parse(text))
    ? null
    : parseDateText(text.slice(0, 10))
}

/** A moment as the text that is compared; beyond what a date can say, before or after every text of one. */
function isoOf(moment: number): string {
  const isDate = Math.abs(moment) <= 8.64e15
  return isDate ? new Date(moment).toISOString() : moment > 0 ? '\uffff' : ''
}

/**
 * A filter over a field of the contact itself, written so that the other reading of it means what this one would: a
 * date of `createdAt` is its whole day for `equals`, and its midnight for what comes before or after; only true is true.
 */
export function exactlyMeant(filter: Filter): Filter {
  const { field, operator, value } = filter
  if (field === 'subscribed') return { ...filter, value: value === true }
  const isTime = field === 'createdAt' || field === 'updatedAt'
  if (!isTime || typeof value !== 'string') return filter
  if (operator === 'equals' || operator === 'notEquals') return { ...filter, value: value.slice(0, 10) }
  const moment = parseDateText(value)
  return moment === null ? filter : { ...filter, value: isoOf(moment) }
}

/** What of an {@link ExactTest} can be asked of the texts of a column without reading each. */
export interface ExactProbe {
  test: ExactTest
  /** Only texts with these bytes, folded, can pass; null: any can. */
  needle: { bytes: Uint8Array; whole: boolean } | null
  /** Texts cannot be told apart by what the index keeps of them: halves of surrogate pairs are asked for. */
  vague: boolean
}

/** The probe of {@link exactTest}. */
export function exactProbe(filter: Filter, now: number): ExactProbe {
  const { operator, value } = filter
  const test = exactTest(filter, now)
  if (typeof value !== 'string') return { test, needle: null, vague: false }
  const vague = wellFormed(value) !== value
  const isEquality = operator === 'equals' || operator === 'notEquals'
  const isText = operator === 'contains' || operator === 'notContains'
  // The heap is folded further than letters of ASCII are, so only those tell which texts cannot have them.
  const isPlain = /^[ -~]+$/.test(value)
  const findable = isPlain && (isText || (isEquality && dayOf(value) === null))
  const bytes = Buffer.from(foldCase(value), 'utf8')
  return { test, needle: findable ? { bytes, whole: isEquality } : null, vague }
}
