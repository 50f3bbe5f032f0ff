import { t } from '../../../../src-shared/messages/message'
import type { ColumnType } from '../../../../src-shared/bridge/import-file'
import { parseDateText } from '../../../../src-shared/interface/filter-values'
import { shownText } from '../../../../src-shared/unseen'
import type { CellFault, CellReader, CellValue } from './api'
import { dateParser, type DateParts } from './date-format'
import { saysNotUnsubscribed, saysSubscribed, yesOrNo } from './yes-no'

/** What programs write where there is nothing, in columns that are not text: a name may well be "Null". */
const placeholders = new Set(['-', '–', '—', 'n/a', '#n/a', 'null', '\\n', 'nil', 'none', '(blank)'])

/** Whether a cell of a column that is not text stands for nothing. */
export function isNothing(text: string): boolean {
  const bare = text.trim()
  return bare === '' || (bare.length < 8 && placeholders.has(bare.toLowerCase()))
}

/**
 * A reader for the cells of one column, as JSON of the service: texts without spaces around them, numbers, booleans, and
 * dates as ISO 8601. A date alone stays one (`2026-11-20`); with a time it is a moment in UTC (`2026-11-20T14:05:00Z`),
 * and a time without a zone is taken for UTC, as the service's filters do. ISO texts stay as they are written. An empty
 * cell is null: nothing is written.
 */
export function cellReader(as: ColumnType): CellReader {
  switch (as.type) {
    case 'text':
      return (text) => text.trim() || null
    case 'number':
      return (text) => (isNothing(text) ? null : numberOf(text.trim(), as.decimal))
    case 'boolean':
      return (text) =>
        isNothing(text) ? null : (yesOrNo(text) ?? fault(text, t('imports.readCell.isNeitherYesNor')))
    case 'date':
      return dateReader(as.format)
  }
}

/** A reader for a column that says who is subscribed; "unsubscribed", "cleaned" and their like are understood. */
export const readSubscribed = stateReader(saysSubscribed)

/** A reader for a column that says who left: what it answers is whether they are subscribed, as {@link readSubscribed} does. */
export const readUnsubscribed = stateReader(saysNotUnsubscribed)

function stateReader(says: (text: string) => boolean | null): CellReader {
  return (text) => {
    if (isNothing(text)) return null
    return says(text) ?? fault(text, t('imports.readCell.doesNotSayWhether'))
  }
}

function numberOf(text: string, decimal: '.' | ','): CellValue | CellFault {
  const plain = plainNumber(text, decimal)
  if (plain === null) {
    const other = plainNumber(text, decimal === '.' ? ',' : '.')
    return fault(
      text,
      other === null
        ? t('imports.readCell.isNoNumber')
        : t('imports.readCell.isNoNumberWhere', { isDecimal: decimal === ',' }),
    )
  }
  const value = Number(plain)
  const whole = Math.trunc(value)
  // A float would change the last digits, and a phone or account number with them.
  if (!Number.isSafeInteger(whole)) return fault(text, t('imports.readCell.hasMoreDigitsThan'))
  return Object.is(value, -0) ? 0 : value
}

const marks = {
  '.': {
    number: /^[-+]?(?:\d+|\d{1,3}(?:([,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*))(?:\.\d+)?$/,
    groups: /[,'’ \u00a0\u202f]/g,
  },
  ',': {
    number: /^[-+]?(?:\d+|\d{1,3}(?:([.'’ \u00a0\u202f])\d{3}(?:\1\d{3})*))(?:,\d+)?$/,
    groups: /[.'’ \u00a0\u202f]/g,
  },
}

/** A number as JavaScript writes it; null for a text that is none with this decimal sign. */
export function plainNumber(text: string, decimal: '.' | ','): string | null {
  // A minus as typesetters write it.
  const bare = text.replace(/^[\u2212\u2012\u2013](?=\d)/, '-')
  const { number, groups } = marks[decimal]
  if (bare.length > 400 || !number.test(bare)) return null
  return bare.replace(groups, '').replace(',', '.').replace(/^\+/, '')
}

function dateReader(format: string): CellReader {
  const parse = dateParser(format)
  if (parse === null)
    return (text) => (isNothing(text) ? null : { fault: t('imports.readCell.formatIsNoFormat', { format }) })
  return (text) => {
    if (isNothing(text)) return null
    const bare = text.trim()
    const parts = parse(bare)
    if (parts === null) return fault(text, t('imports.readCell.isNoDateLike', { format }))
    const alone = parts.time === null
    // What is written as ISO already stays so: another spelling of the same moment would be a change.
    const iso = parseDateText(bare) !== null && (alone || parts.zone !== null) && bare.charAt(10) !== ' '
    return iso ? bare : isoOf(parts)
  }
}

function isoOf({ year, month, day, time, zone }: DateParts): string {
  if (time === null) return `${year}-${two(month)}-${two(day)}`
  const moment = Date.UTC(year, month - 1, day, time.hour, time.minute, time.second) - (zone ?? 0) * 60_000
  const [seconds] = new Date(moment).toISOString().split('.')
  return `${seconds}${time.fraction === '' ? '' : `.${time.fraction}`}Z`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** How much of a cell a fault repeats. */
const shown = 40

function fault(text: string, why: string): CellFault {
  const bare = text.trim().replace(/\s+/g, ' ')
  const cut = bare.length > shown ? `${bare.slice(0, shown)}…` : bare
  return { fault: `"${shownText(cut)}" ${why}.` }
}
