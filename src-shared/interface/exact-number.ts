/**
 * Numbers that JavaScript cannot hold, kept digit for digit: 12345678901234567890 would become another number by being read. In
 * our hands such a number is a text that begins with a character that Unicode keeps for a program's own use; a text of the
 * service's own that begins with it gets it twice. So it can be stored, cloned and compared as any value.
 */
const mark = '\uFDD0'

/** What says that a JSON text may have such a number, or the mark. Most have neither, and are read the fast way. */
const suspicious = /[:[,]\s*-?(?:[\d.]{16}|\d[\d.]*[eE])|^\s*-?[\d.]{16}|\uFDD0|\\u[fF][dD][dD]0/

// The two functions of ECMAScript's "JSON.parse source text access", which TypeScript does not know yet.
declare global {
  interface JSON {
    /** A value that JSON.stringify writes as it is: the text of a number, a text, true, false or null. */
    rawJSON(text: string): unknown
  }
}

/** The value of a JSON text, with numbers that cannot be held kept exactly. Throws SyntaxError where it is none. */
export function parseJson(text: string): unknown {
  if (!suspicious.test(text)) return JSON.parse(text) as unknown
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number') return exactNumber(context?.source ?? String(value))
    return typeof value === 'string' && value.startsWith(mark) ? mark + value : value
  }) as unknown
}

/** A value as JSON, with numbers that were kept exactly as they came. `indent`: spaces, 0 for one line. */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent) ?? 'null'
  if (!text.includes(mark)) return text
  const written = (_: string, inner: unknown): unknown => {
    const digits = digitsOf(inner)
    if (digits !== null) return JSON.rawJSON(digits)
    return typeof inner === 'string' ? unmarked(inner) : inner
  }
  return JSON.stringify(value, written, indent)
}

/** The number of a JSON literal: itself where JavaScript holds it, else its digits, kept. */
export function exactNumber(literal: string): number | string {
  const number = Number(literal)
  return decimal(literal) === decimal(String(number)) ? number : mark + literal
}

/** The digits of a number that was kept exactly; null for any other value. */
export function digitsOf(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith(mark)) return null
  const digits = value.slice(1)
  return decimalParts.test(digits) ? digits : null
}

/** A text as it came: a number that was kept as its digits, any other without our mark. */
export function unmarked(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text
}

/** A value in one line: a text as it came, anything else as JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? unmarked(value) : jsonText(value)
}

const decimalParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** A decimal number in the one form that all ways of writing it share; null where the text is none. */
function decimal(literal: string): string | null {
  const parts = decimalParts.exec(literal)
  if (!parts) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + (digits.length - significant.length)
  return `${sign}${significant}e${power}`
}
