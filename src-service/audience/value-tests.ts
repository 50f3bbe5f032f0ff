import type { Filter } from '../../src-shared/interface/filter'
import { foldCase, type Moment, momentOf, numberOf, spanAgo } from '../../src-shared/interface/filter-values'
import type { ContactCondition } from '../mail/message'
import { always, never, sql, timed } from './fragment'

/** What an operator asks of one value, by the value's type: true or not. Null where no value of that type passes. */
export interface ValueTest {
  /** Of a text; the SQL for it is given, and for its letters of ASCII in lower case where that is more than lower() of it. */
  text: ((text: ContactCondition, inLowerCase?: ContactCondition) => ContactCondition) | null
  /** Of a number, given as one and as JSON writes it. */
  number: ((number: ContactCondition, written: ContactCondition) => ContactCondition) | null
  /** The booleans that pass. */
  booleans: readonly boolean[]
  /** Of a moment, in milliseconds since 1970: what `text` asks of the text that the moment is written as. */
  instant: ((instant: ContactCondition) => ContactCondition) | null
  /** What else can be said of the values that pass, in `data`. */
  shortcut?: Shortcut
}

/**
 * What tells, of most values, whether they pass:
 * - `like`: what is no list and no object passes exactly when the text that JSON has it as, its letters of ASCII in lower
 *   case, is like this pattern of SQL;
 * - `sign` and `value`: a number passes exactly when it compares so, and so does a text that writes one;
 * - `from`, `before`: a date text passes exactly when its moment (milliseconds since 1970) is not before the one, and before the other,
 *   and nothing else does.
 */
export type Shortcut =
  { like: string } | { sign: ContactCondition; value: number } | { from?: number; before?: number }

const nothing: ValueTest = { text: null, number: null, booleans: [], instant: null }
const ascii = /^[\x00-\x7f]*$/
/** What JSON writes numbers with, and what `numberText` (condition-sql.ts) writes. */
const numeric = /^[-+.0-9einfty]*$/
const bothBooleans = [true, false]

/** The test of a filter of the kinds equality, text, order and age; those of what is negated test the opposite. */
export function valueTest({ operator, value, unit }: Filter, now: number): ValueTest {
  if (value === undefined) return nothing
  switch (operator) {
    case 'equals':
    case 'notEquals':
      return equalTo(value)
    case 'contains':
    case 'notContains':
      return containing(foldCase(String(value)))
    case 'within':
    case 'olderThan': {
      if (typeof value !== 'number' || unit === undefined) return nothing
      const limit = wholeMoment(spanAgo(now, value, unit))
      const within = operator === 'within'
      return {
        ...ofDate((instant) => timed(within ? sql`${instant} >= ${limit}` : sql`${instant} < ${limit}`)),
        shortcut: within ? { from: limit } : { before: limit },
      }
    }
    case 'greaterThan':
    case 'lessThan':
    case 'greaterThanOrEqual':
    case 'lessThanOrEqual':
      return ordered(operator, value)
    default:
      return nothing
  }
}

function equalTo(value: string | number | boolean): ValueTest {
  if (typeof value === 'boolean') {
    return { ...nothing, text: sameText(String(value)), booleans: [value], shortcut: { like: String(value) } }
  }
  if (typeof value === 'number') {
    return {
      ...nothing,
      text: (text) => writtenNumber(text, sql`= ${value}`),
      number: sameNumber(value),
      shortcut: { sign: sql`=`, value },
    }
  }
  const text = foldCase(value)
  const same = sameText(text)
  const moment = momentOf(value)
  const number = numberOf(value)
  return {
    text: moment
      ? (of, lower) => sql`(${same(of, lower)} OR ${writtenDate(of, (instant) => during(instant, moment))})`
      : same,
    number: number === null ? null : sameNumber(number),
    booleans: bothBooleans.filter((boolean) => String(boolean) === text),
    instant: moment && ((instant) => during(instant, moment)),
    ...(moment && { shortcut: { from: moment.from, before: moment.to } }),
    ...(!moment && number === null && ascii.test(text) && { shortcut: { like: literally(text) } }),
  }
}

function containing(part: string): ValueTest {
  return {
    text: (text, lower) => sql`instr(${foldedAs(part, text, lower)}, ${part}) > 0`,
    number: (_, written) => sql`instr(${written}, ${part}) > 0`,
    booleans: bothBooleans.filter((boolean) => String(boolean).includes(part)),
    instant: (instant) => sql`instr(time_text(${instant}), ${part}) > 0`,
    ...(ascii.test(part) && !numeric.test(part) && { shortcut: { like: `%${literally(part)}%` } }),
  }
}

type Order = 'greaterThan' | 'lessThan' | 'greaterThanOrEqual' | 'lessThanOrEqual'
const signs: Record<Order, ContactCondition> = {
  greaterThan: sql`>`,
  lessThan: sql`<`,
  greaterThanOrEqual: sql`>=`,
  lessThanOrEqual: sql`<=`,
}

function ordered(operator: Order, value: string | number | boolean): ValueTest {
  const number = typeof value === 'string' ? numberOf(value) : typeof value === 'number' ? value : null
  if (number !== null) {
    const compared = sql`${signs[operator]} ${number}`
    return {
      ...nothing,
      text: (text) => writtenNumber(text, compared),
      number: (of) => sql`${of} ${compared}`,
      shortcut: { sign: signs[operator], value: number },
    }
  }
  const moment = typeof value === 'string' ? momentOf(value) : null
  if (!moment) return nothing
  const { from, to } = moment
  // What is after a stretch of time begins where it ends; what is before it ends where it begins.
  const compared: Record<Order, ContactCondition> = {
    greaterThan: sql`>= ${to}`,
    lessThan: sql`< ${from}`,
    greaterThanOrEqual: sql`>= ${from}`,
    lessThanOrEqual: sql`< ${to}`,
  }
  const limits: Record<Order, Shortcut> = {
    greaterThan: { from: to },
    lessThan: { before: from },
    greaterThanOrEqual: { from },
    lessThanOrEqual: { before: to },
  }
  return { ...ofDate((instant) => sql`${instant} ${compared[operator]}`), shortcut: limits[operator] }
}

function ofDate(test: (instant: ContactCondition) => ContactCondition): ValueTest {
  return { ...nothing, text: (text) => writtenDate(text, test), instant: test }
}

function during(instant: ContactCondition, { from, to }: Moment): ContactCondition {
  return sql`${instant} BETWEEN ${from} AND ${to - 1}`
}

function sameNumber(value: number): (number: ContactCondition) => ContactCondition {
  return (number) => sql`${number} = ${value}`
}

// Texts that cannot be a number, or a date, are told apart by their first letters: most are, and reading them costs more.
function writtenNumber(text: ContactCondition, compared: ContactCondition): ContactCondition {
  return sql`CASE WHEN ${text} BETWEEN '-' AND ':' THEN (number_of(${text}) ${compared}) IS TRUE ELSE false END`
}

function writtenDate(
  text: ContactCondition,
  test: (instant: ContactCondition) => ContactCondition,
): ContactCondition {
  return sql`CASE WHEN ${text} LIKE '____-__-__%' THEN (${test(sql`instant_of(${text})`)}) IS TRUE ELSE false END`
}

/** A moment that whole milliseconds are compared with, from it on or before it, as a whole number that a column can hold. */
export function wholeMoment(moment: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(moment)))
}

function sameText(
  wanted: string,
): (text: ContactCondition, inLowerCase?: ContactCondition) => ContactCondition {
  return (text, lower) => sql`${foldedAs(wanted, text, lower)} = ${wanted}`
}

/** A text as a pattern of LIKE. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/**
 * A text in the form in which it is compared with a folded one, `wanted`. No letter beyond ASCII folds to one of ASCII
 * (foldCase), so ASCII is found by folding ASCII alone: `inLowerCase`.
 */
export function foldedAs(
  wanted: string,
  text: ContactCondition,
  inLowerCase = sql`lower(${text})`,
): ContactCondition {
  return ascii.test(wanted) ? inLowerCase : sql`fold_case(${text})`
}

/** Whether any boolean of a test is this column. */
export function booleanColumn(column: ContactCondition, { booleans }: ValueTest): ContactCondition {
  if (booleans.length === 0) return never
  return booleans.length === 2 ? always : sql`${column} = ${booleans[0] ? 1 : 0}`
}
