import { digitsOf, plainText } from '../../../src-shared/interface/exact-number'
import { guarded, needsGuard } from '../../../src-shared/rejects'

/** A cell, and whether it was guarded. */
interface CsvCell {
  text: string
  guarded: boolean
}

/**
 * Writes one line of RFC 4180: CRLF at the end, quotes where needed. `guard` puts an apostrophe before cells that
 * a spreadsheet would run; numbers of ours need none. Returns how many were guarded.
 */
export function csvLine(values: readonly unknown[], guard: boolean): { line: string; guarded: number } {
  const cells = values.map((value) => cellOf(value, guard))
  return {
    line: `${cells.map(({ text }) => quoted(text)).join(',')}\r\n`,
    guarded: cells.filter(({ guarded }) => guarded).length,
  }
}

function cellOf(value: unknown, guard: boolean): CsvCell {
  const text = textOf(value)
  // A number is a number in a spreadsheet too: -1 is no formula unless it came as text.
  const dangerous = guard && typeof value === 'string' && digitsOf(value) === null && needsGuard(text)
  return { text: dangerous ? guarded(text) : text, guarded: dangerous }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return plainText(value)
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
