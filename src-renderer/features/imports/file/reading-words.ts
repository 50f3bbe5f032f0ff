import { t } from '../../../../src-shared/messages/message'
import type { Reading, WorkbookFound } from '../../../../src-shared/bridge/import-file'

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': t('imports.readingWords.utf16LittleEndian'),
  'utf-16be': t('imports.readingWords.utf16BigEndian'),
  shift_jis: t('imports.readingWords.shiftJis'),
  big5: 'Big5',
  gbk: 'GBK',
  gb18030: 'GB 18030',
  macintosh: t('imports.readingWords.macRoman'),
}

/** An encoding as people call it: "UTF-8", "Windows-1252", "ISO-8859-15". */
export function encodingName(encoding: string): string {
  const known = encodings[encoding.toLowerCase()]
  if (known) return known
  const [first = '', ...rest] = encoding.split('-')
  if (/^windows$/i.test(first)) return [t('imports.readingWords.windows'), ...rest].join('-')
  return encoding.toUpperCase()
}

const delimiters: Record<string, string> = {
  ',': t('imports.readingWords.comma'),
  ';': t('imports.readingWords.semicolon'),
  '\t': t('imports.readingWords.tab'),
  '|': t('imports.readingWords.verticalBar'),
  ':': t('imports.readingWords.colon'),
  ' ': t('imports.readingWords.space'),
}

const delimiterKinds: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ':': 'colon',
  ' ': 'space',
}

function delimiterName(delimiter: string): string {
  return delimiters[delimiter] ?? t('imports.readingWords.theCharacterDelimiter', { delimiter })
}

/** The delimiters to choose from, the one in use among them. */
export function delimiterChoices(current: string): { value: string; label: string }[] {
  const usual = [',', ';', '\t', '|', ':', ' ']
  const all = usual.includes(current) ? usual : [...usual, current]
  return all.map((value) => ({ value, label: delimiterName(value) }))
}

/** What stands around cells that hold a delimiter, and how it is told from one inside a cell. */
export const quoteChoices: readonly { value: string; label: string }[] = [
  { value: '"', label: t('imports.readingWords.doubleQuotes') },
  { value: '"\\', label: t('imports.readingWords.doubleQuotesInside') },
  { value: "'", label: t('imports.readingWords.singleQuotes') },
  { value: "'\\", label: t('imports.readingWords.singleQuotesInside') },
  { value: '', label: t('words.none') },
]

/** The choice that a reading stands for. */
export function quoteChoice({ quote, escape }: Pick<Reading, 'quote' | 'escape'>): string {
  return quote === '' ? '' : quote + (escape ?? '')
}

/** A reading with another choice of quotes. */
export function withQuotes(reading: Reading, choice: string): Reading {
  const quote = choice.startsWith('"') ? '"' : choice.startsWith("'") ? "'" : ''
  const changed: Reading = { ...reading, quote }
  delete changed.escape
  return choice.endsWith('\\') ? { ...changed, escape: '\\' } : changed
}

/** How many rows above the first can be left out, the number in use among them. */
export function titleChoices(current: number): { value: string; label: string }[] {
  const all = [0, 1, 2, 3, 4, 5]
  return (all.includes(current) ? all : [...all, current]).map((rows) => ({
    value: String(rows),
    label: rows === 0 ? t('words.none') : t('imports.readingWords.rowsLeftOut', { rows }),
  }))
}

/** The rows of a sheet that may name its columns, by how many rows above them are left out, the one in use among them. */
export function headerChoices(
  { firstRows, headerRow }: Pick<WorkbookFound, 'firstRows' | 'headerRow'>,
  { header, skip = 0 }: Reading,
): { value: string; label: string }[] {
  const known = firstRows.map(({ line }, at) => ({
    value: String(at),
    label: t('imports.readingWords.rowLine', { line }),
  }))
  const isListed = !header || headerRow === null || skip < known.length
  const inUse = isListed
    ? []
    : [{ value: String(skip), label: t('imports.readingWords.rowHeaderrow', { headerRow }) }]
  return [...known, ...inUse, { value: 'none', label: t('words.none') }]
}

/** A reading whose columns are named by the row of a sheet that was chosen. */
export function withHeader(reading: Reading, choice: string): Reading {
  return choice === 'none'
    ? { ...reading, header: false }
    : withTitle({ ...reading, header: true }, Number(choice))
}

/** "row 1 skipped", "rows 1 to 3 skipped"; empty where nothing stands above the header. */
export function skippedWords(headerRow: number | null): string {
  if (headerRow === null || headerRow < 2) return ''
  return headerRow === 2
    ? t('imports.readingWords.row1Skipped')
    : t('imports.readingWords.rows1CountSkipped', { count: headerRow - 1 })
}

/** A reading that leaves out so many rows above the first. */
export function withTitle(reading: Reading, rows: number): Reading {
  return withPart(reading, 'skip', rows > 0 ? rows : undefined)
}

/** A reading with another value of a part; undefined: without the part, which is the usual. */
export function withPart<Part extends 'skip' | 'until' | 'hidden' | 'dates' | 'formulas'>(
  reading: Reading,
  part: Part,
  value: Reading[Part],
): Reading {
  const changed: Reading = { ...reading, [part]: value }
  if (value === undefined) Reflect.deleteProperty(changed, part)
  return changed
}

/** "UTF-8, semicolon, header in row 1"; "sheet Signups, header in row 4". `headerRow`: where rows have numbers of their own. */
export function readingWords(reading: Reading, headerRow: number | null = null): string {
  const header = reading.header
    ? t('imports.readingWords.headerInRow', { row: headerRow ?? (reading.skip ?? 0) + 1 })
    : t('imports.readingWords.noHeader')
  if (reading.sheet !== undefined)
    return t('imports.readingWords.sheetSheetHeader', { sheet: reading.sheet, header })
  const delimiter = t('imports.readingWords.delimiterAmongOthers', {
    delimiter: delimiterKinds[reading.delimiter] ?? 'other',
    character: reading.delimiter.toLowerCase(),
  })
  return `${encodingName(reading.encoding)}, ${delimiter}, ${header}`
}

/** Whether two readings read a file alike. */
export function sameReading(one: Reading | null, other: Reading | null): boolean {
  return (
    one?.encoding === other?.encoding &&
    one?.delimiter === other?.delimiter &&
    one?.quote === other?.quote &&
    one?.header === other?.header &&
    one?.escape === other?.escape &&
    one?.skip === other?.skip &&
    one?.sheet === other?.sheet &&
    one?.until === other?.until &&
    String(one?.hidden ?? '') === String(other?.hidden ?? '') &&
    one?.dates === other?.dates &&
    one?.formulas === other?.formulas
  )
}

/** What was found out of the sheet that is read, or of the file; null where it is read so. */
export function foundOtherwise(reading: Reading | null, detected: Reading | null): Reading | null {
  return detected?.sheet === reading?.sheet && !sameReading(reading, detected) ? detected : null
}
