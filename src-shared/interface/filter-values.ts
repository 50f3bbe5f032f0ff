/**
 * How the filter grammar reads values (filter.ts has what the operators make of them). Every evaluator uses these very
 * functions, so that a condition finds the same contacts wherever it is asked.
 */

// What lower-casing would turn into a letter of ASCII: kept, so that ASCII is only ever equal to ASCII.
const lookalikes = /[\u0130\u212a]/u

/**
 * The form in which texts are compared: lower case, in any script. Accents count. The Greek final sigma is a sigma. No
 * letter beyond ASCII becomes one of ASCII, so what is asked with ASCII can be asked byte by byte.
 */
export function foldCase(text: string): string {
  const lower = lookalikes.test(text)
    ? text.replace(/[^\u0130\u212a]+/gu, (part) => part.toLowerCase())
    : text.toLowerCase()
  return lower.replaceAll('ς', 'σ')
}

const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The number that a text writes as JSON does (`5`, `-0.5`, `1e3`); null for any other: `05`, `+5`, ` 5`, `5 kg`. */
export function numberOf(text: string): number | null {
  return numberText.test(text) ? Number(text) : null
}

const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/

/**
 * The moment that a date text names, in milliseconds since 1970; null where the text is none. Date texts are ISO 8601:
 * `2026-11-20`, or with a time, `2026-11-20T14:05`, with seconds and a fraction or without. Without a zone it is UTC,
 * so that a value means the same on every machine; a date alone is its midnight. Days that no calendar has are no dates.
 */
export function parseDateText(text: string): number | null {
  const match = dateText.exec(text)
  if (!match) return null
  const part = (index: number): number => Number(match[index] ?? 0)
  const [month, day, hour, minute, second] = [part(2), part(3), part(4), part(5), part(6)]
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null
  const date = new Date(0)
  date.setUTCFullYear(part(1), month - 1, day)
  if (date.getUTCDate() !== day) return null
  const thousandths = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const local = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + thousandths
  const zone = match[8]
  if (zone === undefined || zone === 'Z' || zone === 'z') return local
  const ahead = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return local - (zone.startsWith('-') ? -ahead : ahead) * minuteMs
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A stretch of time, in milliseconds since 1970: from `from` to before `to`. */
export interface Moment {
  from: number
  to: number
}

/** What the date text of a filter stands for: a date alone for its whole day in UTC, any other for its millisecond. */
export function momentOf(text: string): Moment | null {
  const from = parseDateText(text)
  return from === null ? null : { from, to: from + (text.length === 10 ? dayMs : 1) }
}

const units: Record<FilterUnit, number> = { days: dayMs, hours: hourMs, minutes: minuteMs }

/** The moment that a span of time ago was, in milliseconds since 1970. Days have 24 hours. */
export function spanAgo(now: number, value: number, unit: FilterUnit): number {
  return now - value * units[unit]
}

/**
 * The ways to read the field `data.<key>`, the first that finds a value being the one: as one key, dots and all, then as
 * keys within each other, a dot between two of them. A contact that has both is read the first way.
 */
export function pathsOf(field: string): string[][] {
  const key = field.slice('data.'.length)
  return key.includes('.') ? [[key], key.split('.')] : [[key]]
}

/** Units of a span of time. */
export const filterUnits = ['days', 'hours', 'minutes'] as const

/** A unit of a span of time. */
export type FilterUnit = (typeof filterUnits)[number]
