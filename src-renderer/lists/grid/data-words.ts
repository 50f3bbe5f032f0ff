import { t } from '../../../src-shared/messages/message'
import { unmarked } from '../../../src-shared/interface/exact-number'
import { shownText } from '../../../src-shared/unseen'
import { formatDay, formatNumber, inSentence, missing } from '../../format'
import { dateOf } from '../../kit/form/value-type'

/** A value of `data` in one line: nested values by their keys, dates as days, what hides in a text by its number. */
export function dataWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return missing
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return inSentence(value ? t('words.yes') : t('words.no'))
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : shownText(`[ ${value.map(leafWords).join(', ')} ]`)
  if (typeof value === 'object') return shownText(`{ ${Object.keys(value).join(', ')} }`)
  const date = dateOf(value)
  return date === null ? shownText(unmarked(String(value))) : formatDay(date)
}

function leafWords(value: unknown): string {
  if (Array.isArray(value)) return '[ … ]'
  return typeof value === 'object' && value !== null ? '{ … }' : unmarked(String(value))
}

/** Whether an instant is so near that its distance says more than its day, which beyond that would be said twice. */
export function isNear(instant: number, now: number): boolean {
  return Math.abs(now - instant) <= 30 * 86_400_000
}
