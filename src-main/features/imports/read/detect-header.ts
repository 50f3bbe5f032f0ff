import { looksLikeFullAddress } from '../../../../src-shared/address/parts'

interface DetectedHeader {
  header: boolean
  /** 0 to 1. */
  confidence: number
}

/** Words that name columns and are seldom values. */
const telling =
  /^(e[-_ ]?mails?|e[-_ ]?mail[-_ ]?(address|adresse)|adresse e[-_ ]?mail|mail|courriel|correo( electr[oó]nico)?|id|name|first[-_ ]?name|last[-_ ]?name|full[-_ ]?name|vorname|nachname|pr[eé]nom|nom|nombre|apellidos?|nome|cognome|company|firma|city|ort|ville|country|land|pays|phone|telefon|subscribed|opt[-_ ]?in|status|created[-_ ]?at|updated[-_ ]?at|plan|tags?|notes?|date|datum)$/i

/** Tells whether the first row is of another kind than those below. */
export function detectHeader(rows: readonly (readonly string[])[]): DetectedHeader {
  const [first, ...rest] = rows
  if (first === undefined) return { header: false, confidence: 1 }
  if (first.some(isAddress)) return { header: false, confidence: 1 }
  const names = first.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const headings = names.filter(isTelling).length
  if (rest.length === 0) return { header: headings > 0, confidence: headings > 0 ? 0.9 : 0.5 }

  let score = headings > 0 ? 1 : 0
  // A column of addresses that does not begin with one has a name.
  if (first.some((_, column) => shareOf(rest, column, isAddress) > 0.5)) score += 2
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) score -= 0.5
  if (names.length < first.length - 1) score -= 0.5
  if (names.some((name) => isValue(name))) score -= 1.5
  if (names.some((name) => name.length > 100)) score -= 0.5
  score += first.filter((cell, column) => !isValue(cell) && shareOf(rest, column, isValue) > 0.8).length
  const recurs = (cell: string, column: number) => rest.some((row) => row[column] === cell)
  score -= first.filter((cell, column) => cell !== '' && recurs(cell, column)).length * 0.5
  return { header: score > 0, confidence: Math.min(1, 0.4 + Math.abs(score) * 0.3) }
}

/** A name that tells columns from values; "Name, first" does by a part of it. */
function isTelling(name: string): boolean {
  return (
    telling.test(name) ||
    (name.length < 100 && name.split(/[,;|/()\t]/).some((part) => telling.test(part.trim())))
  )
}

/** An address, whatever stands around it. */
export function isAddress(cell: string): boolean {
  return looksLikeFullAddress(cell.trim())
}

/** A number, a date, or yes and no: what a name is not. */
function isValue(cell: string): boolean {
  return (
    /^[-+]?[\d][\d.,:/\-T Z+]*$/.test(cell.trim()) ||
    /^(true|false|yes|no|ja|nein|oui|non)$/i.test(cell.trim())
  )
}

function shareOf(
  rows: readonly (readonly string[])[],
  column: number,
  test: (cell: string) => boolean,
): number {
  const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length
}

/** More lines than these are no title. */
const mostLines = 10

/** Of the rows below a title, so many have several cells. */
const usually = 0.8

/**
 * How many rows above the names are a title, as reports have one: rows of one cell, above a header and rows of several.
 * 0 where there is none. Rows without any text are not counted.
 */
export function detectTitle(rows: readonly (readonly string[])[]): number {
  const filled = rows.filter((row) => cellsIn(row) > 0)
  const lines = filled.findIndex((row) => cellsIn(row) > 1)
  if (lines < 1 || lines > mostLines) return 0
  const below = filled.slice(lines)
  if (below.length < 2 || filled.slice(0, lines).some((row) => row.some(isAddress))) return 0
  const several = below.filter((row) => cellsIn(row) > 1).length
  return several >= below.length * usually && detectHeader(below).header ? lines : 0
}

function cellsIn(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length
}
