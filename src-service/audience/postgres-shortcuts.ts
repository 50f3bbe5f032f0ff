import type { ContactCondition } from '../mail/message'
import { joined, sql } from './fragment'
import type { Shortcut } from './value-tests'

/**
 * What `whole` asks of the value of `c.data` under some keys, in fewer looks at it: PostgreSQL searches the data anew for each,
 * and for its type and its value alone takes a microsecond. What a shortcut does not settle, such as a list, `whole` is asked.
 * @param text The value as a text, as `->>` has it: a list begins with `[` then and an object with `{`.
 */
export function shortened(
  keys: readonly string[],
  text: ContactCondition,
  whole: ContactCondition,
  shortcut: Shortcut,
): ContactCondition {
  if ('like' in shortcut) return shortenedText(text, whole, shortcut.like)
  return 'sign' in shortcut
    ? shortenedNumber(keys, text, whole, shortcut)
    : shortenedMoment(text, whole, shortcut)
}

function shortenedText(text: ContactCondition, whole: ContactCondition, pattern: string): ContactCondition {
  const isNone = sql`${text} LIKE ANY (ARRAY['[%', '{%'])`
  return sql`CASE WHEN lower(${text}) LIKE ANY (ARRAY[${pattern}, '[%']) THEN CASE WHEN ${isNone} THEN ${whole} ELSE true END ELSE false END`
}

/** A path of JSON compares numbers, also those of a list, and what it cannot compare is null: another type, but for null itself. */
function shortenedNumber(
  keys: readonly string[],
  text: ContactCondition,
  whole: ContactCondition,
  { sign, value }: Extract<Shortcut, { sign: unknown }>,
): ContactCondition {
  // A path has no half characters.
  if (!Number.isFinite(value) || keys.some((key) => /\p{Surrogate}/u.test(key))) return whole
  // Strictly, a step does not lead into a list; and what is not there is null, not false.
  const mode = keys.length > 1 ? 'strict ' : ''
  const steps = keys.map((key) => `.${JSON.stringify(key)}`).join('')
  const path = `${mode}$${steps} ${sign.where === '=' ? '==' : sign.where} ${value}`
  return sql`coalesce(jsonb_path_match_opr(c.data, CAST(${path} AS jsonpath)), plain_number(${text}) ${sign} ${value}, ${whole})`
}

const day = 86_400_000
/** More than a zone moves a date, and its day: what stands in a text is a moment at most so far from there. */
const apart = 6 * day

/** Texts of dates in the commonest forms sort as their moments do. A list is no such text, and sorts after all of them. */
function shortenedMoment(
  text: ContactCondition,
  whole: ContactCondition,
  { from, before }: Extract<Shortcut, { from?: unknown }>,
): ContactCondition {
  if ([from, before].some((limit) => limit !== undefined && !isOfFourDigits(limit))) return whole
  const gates: ContactCondition[] = []
  const tests: ContactCondition[] = []
  if (from !== undefined) {
    gates.push(sql`${text} >= ${dayText(from - apart)}`)
    tests.push(sql`plain_date(${text}) >= ${momentText(from)}`)
  }
  if (before !== undefined) {
    gates.push(sql`(${text} < ${dayText(before + apart)} OR ${text} >= '[')`)
    tests.push(sql`plain_date(${text}) < ${momentText(before)}`)
  }
  return sql`CASE WHEN ${joined(gates, 'AND')} THEN coalesce(${joined(tests, 'AND')}, ${whole}) ELSE false END`
}

/** Whether the year of a moment, and of what is near it, is written with four digits. */
function isOfFourDigits(moment: number): boolean {
  return moment > Date.UTC(1000, 0) && moment < Date.UTC(9999, 0)
}

/** The day of a moment, rounded down. */
function dayText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** A moment as a text that sorts before those of it and later ones, and after those of earlier ones: a day alone is its midnight. */
function momentText(moment: number): string {
  return new Date(moment).toISOString().replace('T00:00:00.000Z', '')
}
