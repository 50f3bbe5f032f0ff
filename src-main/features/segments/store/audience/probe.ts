import type { Filter } from '../../../../../src-shared/interface/filter'
import { foldCase, momentOf, numberOf } from '../../../../../src-shared/interface/filter-values'
import { separator } from '../../../../core/index/encode'
import { wellFormed } from '../../../../../src-shared/fold'
import { aged, containing, equalTo, ordered, spanStart, type ValueTest } from './comparison'

/** A stretch of time in milliseconds since 1970: from `from` to before `to`. */
interface Stretch {
  from: number
  to: number
}

/**
 * What a filter asks of one value, in the forms in which a column can be asked. `test` is the law (comparison.ts); the
 * others say which values it passes without asking it of each.
 */
export interface ValueProbe {
  test: ValueTest
  /** Texts pass that have these bytes in UTF-8, folded (filter-values.ts); null: none passes by its letters. */
  needle: Uint8Array | null
  /** Whether texts that write a number have to be tested. */
  numbers: boolean
  /** Date texts pass that name a moment of it; null: none passes as a date. */
  dates: Stretch | null
  /** Texts cannot be told apart by what the index keeps of them: halves of surrogate pairs are asked for. */
  vague: boolean
}

const ever = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** The probe of a positive operator over a field: of `notEquals` and `notContains` that of what they deny. */
export function probeOf(filter: Filter, now: number): ValueProbe {
  const { operator, value = '', unit } = filter
  const none = { needle: null, numbers: false, dates: null, vague: false }
  switch (operator) {
    case 'equals':
    case 'notEquals': {
      if (typeof value === 'number') return { ...none, test: equalTo(value), numbers: true }
      const folded = foldCase(String(value))
      const dates = typeof value === 'string' ? momentOf(value) : null
      return { ...lettersOf(folded, true), test: equalTo(value), numbers: false, dates }
    }
    case 'contains':
    case 'notContains': {
      const test = containing(String(value))
      return { ...lettersOf(foldCase(String(value)), false), test, numbers: false, dates: null }
    }
    case 'within':
    case 'olderThan': {
      const since = spanStart(now, value, unit)
      // Moments are whole milliseconds, so what is not before `since` begins at the next whole one.
      const from = Math.ceil(since)
      const dates = operator === 'within' ? { ...ever, from } : { ...ever, to: from }
      return { ...none, test: aged(filter, now), dates }
    }
    case 'greaterThan':
    case 'greaterThanOrEqual':
    case 'lessThan':
    case 'lessThanOrEqual': {
      const number = typeof value === 'string' ? numberOf(value) : value
      if (typeof number === 'number') return { ...none, test: ordered(operator, value), numbers: true }
      const moment = typeof value === 'string' ? momentOf(value) : null
      return { ...none, test: ordered(operator, value), dates: moment && stretchOf(operator, moment) }
    }
    default:
      throw new Error(`${operator} compares no value.`)
  }
}

function stretchOf(operator: Filter['operator'], { from, to }: Stretch): Stretch {
  if (operator === 'greaterThan') return { ...ever, from: to }
  if (operator === 'greaterThanOrEqual') return { ...ever, from }
  return { ...ever, to: operator === 'lessThan' ? from : to }
}

function lettersOf(folded: string, whole: boolean): { needle: Uint8Array; vague: boolean } {
  const bytes = Buffer.from(folded, 'utf8')
  const vague = wellFormed(folded) !== folded
  if (!whole) return { needle: bytes, vague }
  const needle = new Uint8Array(bytes.length + 2).fill(separator)
  needle.set(bytes, 1)
  return { needle, vague }
}
