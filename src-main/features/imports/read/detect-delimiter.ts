import { toKeepWorded } from '../../../../src-shared/messages/told'
import type { Reading } from '../../../../src-shared/bridge/import-file'
import { rowLimits } from './api'
import { RowParser } from './row-parser'

/**
 * Characters that files are known to be delimited by. Of two that fit alike the first is taken: a table with semicolons
 * has commas in its numbers, one with commas hardly has a semicolon in every row.
 */
const delimiters = ['\t', ';', '|', '^', '~', ',', ':'] as const

interface DetectedFormat {
  delimiter: string
  quote: Reading['quote']
  /** 0 to 1. */
  confidence: number
  /** The first rows, taken apart so. */
  rows: string[][]
  why: string | null
}

/** So many rows are looked at. */
const lookedAt = 400

/** What Excel writes before the rows to say the delimiter: `sep=;`. */
export const excelsLine = /^"?sep=(.)"?[\t,;|]*\r?(?:\n|$)/i

/** Tells delimiter and quote: those under which rows have the same number of cells, several of them. */
export function detectFormat(text: string, whole: boolean): DetectedFormat {
  const said = excelsLine.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const saidDelimiter = said?.[1]
  const quotes = quotesIn(body)
  const candidates = (saidDelimiter === undefined ? delimiters : [saidDelimiter]).flatMap((delimiter) =>
    body.includes(delimiter) || saidDelimiter !== undefined
      ? quotes.map((quote) => tried(body, whole, delimiter, quote))
      : [],
  )
  // Sorting is stable: of equals, the first is taken.
  const [best, next] = candidates.sort((one, other) => other.score - one.score)
  if (best === undefined || (best.score <= 0 && saidDelimiter === undefined)) {
    const rows = tried(body, whole, ',', '"').rows
    return { delimiter: ',', quote: '"', confidence: 0.9, rows, why: null }
  }
  const close = next !== undefined && next.delimiter !== best.delimiter && next.score > best.score * 0.8
  return {
    delimiter: best.delimiter,
    quote: best.quote,
    confidence: saidDelimiter !== undefined ? 1 : close ? 0.5 : Math.min(1, 0.5 + best.even / 2),
    rows: best.rows,
    why: close ? toKeepWorded('imports.detectDelimiter.anotherDelimiterFitsNearly') : null,
  }
}

interface Tried {
  delimiter: string
  quote: Reading['quote']
  rows: string[][]
  /** The share of rows that have as many cells as most have. */
  even: number
  score: number
}

function tried(text: string, whole: boolean, delimiter: string, quote: Reading['quote']): Tried {
  const rows: string[][] = []
  const parser = new RowParser({ delimiter, quote }, rowLimits, (cells) => {
    if (cells.length > 1 || cells[0] !== '') rows.push(cells)
  })
  parser.push(text)
  parser.take(lookedAt)
  if (rows.length < lookedAt && (whole || rows.length === 0)) {
    parser.end()
    parser.take(lookedAt)
  }
  const widths = rows.map((row) => row.length)
  const usual = mostFrequent(widths)
  const even = widths.filter((width) => width === usual).length / Math.max(1, widths.length)
  // More columns are better, but not by much: a text has as many commas as a table.
  const score =
    usual < 2
      ? 0
      : even ** 2 * (1 + Math.min(usual, 12) / 24) -
        penalty({ rows, delimiter, quote, usual }, parser.unclosed.count)
  return { delimiter, quote, rows, even, score }
}

/** What speaks against a way: quotes left standing around cells, quotes never closed, cells that are cut oddly. */
function penalty(
  { rows, delimiter, quote, usual }: { rows: string[][]; delimiter: string; quote: string; usual: number },
  unclosed: number,
): number {
  let bare = 0
  let cells = 0
  let addresses = 0
  let cutAddresses = 0
  for (const row of rows) {
    for (const cell of row) {
      cells += 1
      if (
        /^\s*(["']).*\1\s*$/s.test(cell) &&
        cell.trim().length > 1 &&
        !quote.includes(cell.trim().charAt(0))
      )
        bare += 1
      if (/^\s*[^\s@]+@[^\s@]+\.[a-z]{2,}\s*$/i.test(cell)) addresses += 1
      else if (/@/.test(cell)) cutAddresses += 1
    }
  }
  const cut = addresses + cutAddresses === 0 ? 0 : cutAddresses / (addresses + cutAddresses)
  // The first row names the columns, so it has as many as most.
  const odd = (delimiter === ':' ? 0.3 : 0) + (rows[0]?.length === usual ? 0 : 0.3)
  return bare / Math.max(1, cells) + unclosed / Math.max(1, rows.length) + cut * 0.5 + odd
}

/**
 * Which quotes a text may be written with: `'` only where cells begin and end with it, none only where cells keep
 * beginning with `"` and never end with it. A file may have its first quoted cell far below, so `"` is what is usual.
 */
function quotesIn(text: string): Reading['quote'][] {
  if (count(text, /(?:^|[,;\t|])"[^"]*"(?=[,;\t|\r\n]|$)/gm) > 0) return ['"']
  if (count(text, /(?:^|[,;\t|])'[^'\n]*'(?=$|[,;\t|\r\n])/gm) > 0) return ['"', "'"]
  return count(text, /(?:^|[,;\t|])"/gm) > 2 ? ['"', ''] : ['"']
}

function count(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 0
}
