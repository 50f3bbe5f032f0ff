import { keptInARow, toKeepWorded } from '../../../../src-shared/messages/told'
import type { ColumnType, ImportColumn } from '../../../../src-shared/bridge/import-file'
import { dateParser, type DateParser } from './date-format'
import { isNothing, plainNumber } from './read-cell'
import { isYesNoColumn } from './yes-no'

interface InferredType {
  as: ColumnType
  /** What a person should know about it. */
  note: string | null
  /** Where day and month could be either way round for all that these cells tell: both ways. They stay text till then. */
  orders: DateOrders | null
}

/** The formats of dates of which none tells whether the day or the month comes first. */
type DateOrders = NonNullable<ImportColumn['orders']>

const days = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'D.M.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'YYYY/MM/DD',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'D-M-YYYY',
  'M-D-YYYY',
  'YYYY.MM.DD',
  'YYYY/M/D',
  'YYYY-M-D',
  'DD.MM.YY',
  'D.M.YY',
  'DD/MM/YY',
  'MM/DD/YY',
  'D/M/YY',
  'M/D/YY',
  'DD MMM YYYY',
  'D MMM YYYY',
  'D. MMM YYYY',
  'DD-MMM-YYYY',
  'D-MMM-YYYY',
  'DD-MMM-YY',
  'D-MMM-YY',
  'MMM D, YYYY',
  'MMM D YYYY',
  'YYYY年M月D日',
]
const times = ['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ' h:mm A', ' h:mm:ss A', 'THH:mm', 'THH:mm:ss']
const zoned = ['THH:mm:ssZ', 'THH:mmZ', ' HH:mm:ssZ', ' HH:mm:ss Z']

/** Formats that dates are looked for in, the first that fits all cells is taken. */
const formats: readonly { format: string; parse: DateParser }[] = days.flatMap((day) =>
  [...times, ...(day === 'YYYY-MM-DD' ? zoned : [])].flatMap((time) => {
    const format = `${day}${time}`
    const parse = dateParser(format)
    return parse === null ? [] : [{ format, parse }]
  }),
)

/** Names of columns whose digits are no quantities: leading zeros matter there, and nobody adds them up. */
const codeNames =
  /\b(zip|postal|post ?code|postcode|plz|cap|phone|tel|telefon|telephone|mobile|handy|cell|fax|id|code|nr|no|number|nummer|num[eé]ro|sku|iban|vat|ust|tax|account|konto|ssn|kunde|client|customer|member)\b/i

/** A column of texts. */
export const plainText: InferredType = { as: { type: 'text' }, note: null, orders: null }

/** Tells what the cells of a column are; text where that is not sure of every cell that was looked at. */
export function inferType(name: string, cells: readonly string[]): InferredType {
  const filled = [...new Set(cells.filter((cell) => !isNothing(cell)).map((cell) => cell.trim()))]
  if (filled.length === 0 || filled.some((cell) => cell.length > 400)) return plainText
  if (isYesNoColumn(new Set(filled.map((cell) => cell.toLowerCase())))) {
    return { ...plainText, as: { type: 'boolean' } }
  }
  return dateOf(filled) ?? numberOf(name, filled) ?? plainText
}

function dateOf(filled: readonly string[]): InferredType | null {
  if (!filled.every((cell) => cell.length < 40 && /\d[^\d]/.test(cell) && !/^[-+]?[\d.,]*$/.test(cell))) {
    if (!filled.every((cell) => /^\d{1,4}\.\d{1,2}\.\d{2,4}$/.test(cell))) return null
  }
  const fits = formats.filter(({ parse }) => filled.every((cell) => parse(cell) !== null))
  const [found] = fits
  if (found === undefined) return null
  const { format } = found
  const orders = ordersOf(
    format,
    fits.map((fit) => fit.format),
  )
  if (orders !== null) return { as: { type: 'text' }, note: undecided(), orders }
  const short = /\bYY\b|YY$|[./-]YY\b/.test(format) && !format.includes('YYYY')
  const note = keptInARow([
    /[Hh]/.test(format) && !format.endsWith('Z') ? toKeepWorded('imports.inferType.itsTimesNameNo') : null,
    short ? toKeepWorded('imports.inferType.yearsOfTwoDigits') : null,
  ])
  return { ...plainText, as: { type: 'date', format }, note }
}

/** Why dates stay text. */
const undecided = () => toKeepWorded('imports.inferType.noDateTellsWhether')

/** Both orders, where another format that fits is this one turned round; dots go with the day first alone. */
function ordersOf(format: string, fits: readonly string[]): DateOrders | null {
  const turned = swapped(format)
  const other = turned === format ? undefined : fits.find((fit) => sameOrder(fit, turned))
  if (other === undefined) return null
  return isMonthFirst(format)
    ? { dayFirst: other, monthFirst: format }
    : { dayFirst: format, monthFirst: other }
}

/** Whether the month comes before the day in a format that begins with either as a number; null in another. */
export function isMonthFirst(format: string): boolean | null {
  const first = /^(D{1,2}[./-]M{1,2}|M{1,2}[./-]D{1,2})\b/.exec(format)
  return first === null ? null : format.startsWith('M')
}

/** A format with day and month the other way round. */
function swapped(format: string): string {
  return format.replace(
    /^(D{1,2})([./-])(M{1,2})\b|^(M{1,2})([./-])(D{1,2})\b/,
    (_, d1, s1, m1, m2, s2, d2) => (d1 ? `${m1}${s1}${d1}` : `${d2}${s2}${m2}`),
  )
}

function sameOrder(one: string, other: string): boolean {
  const plain = (format: string) => format.replace(/D+/, 'D').replace(/M+/, 'M').replace(/H+/, 'H')
  return plain(one) === plain(other)
}

function numberOf(name: string, filled: readonly string[]): InferredType | null {
  const digits = filled.map((cell) => cell.replace(/\D/g, ''))
  if (filled.some((cell) => /^[-+]?\d[.,]?\d*E\+\d+$/i.test(cell))) {
    return {
      ...plainText,
      note: toKeepWorded('imports.inferType.aSpreadsheetWroteLong'),
    }
  }
  if (filled.some((cell) => /^[-+]?0\d/.test(cell) || cell.startsWith('+'))) return null
  if (codeNames.test(name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))) return null
  const long = filled.filter((cell, at) => /^\d+$/.test(cell) && (digits[at]?.length ?? 0) >= 10)
  if (long.length > filled.length / 2 || digits.some((run) => run.length > 15)) return null
  const point = filled.every((cell) => plainNumber(cell, '.') !== null)
  const comma = filled.every((cell) => plainNumber(cell, ',') !== null)
  if (!point && !comma) return null
  if (!point || !comma) return { ...plainText, as: { type: 'number', decimal: point ? '.' : ',' } }
  return eitherSign(filled)
}

/** Where all cells are numbers with either decimal sign: whole numbers, or three digits behind the only sign. */
function eitherSign(filled: readonly string[]): InferredType {
  const doubtful = filled.find((cell) => /[.,]/.test(cell))
  // 1,234 is hardly ever a number with three decimals; 1.234 is either.
  const decimal = doubtful?.includes('.') ? ',' : '.'
  const note =
    doubtful === undefined
      ? null
      : toKeepWorded('imports.inferType.doubtfulIsReadAs', {
          doubtful,
          plainNumber: plainNumber(doubtful, decimal),
        })
  return { as: { type: 'number', decimal }, note, orders: null }
}
