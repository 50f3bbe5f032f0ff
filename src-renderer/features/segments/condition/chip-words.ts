import { t } from '../../../../src-shared/messages/message'
import { formatNumber, inSentence } from '../../../format'
import { dayWords } from '../../../lists/filter/day-entry'
import type { FacetValue } from '../../../lists/filter/value-form'
import { operatorLabel } from './chip-operators'
import type { ConditionChip } from './condition-tree'
import { isDay, subjectWords, type SegmentNames } from './filter-parts'

/** A chip in words, by its parts; `mono`: the field is a name of theirs. */
export interface ChipWords {
  field: string
  mono: boolean
  operator: string
  value: string
}

/** A chip in words. */
export function chipWords(chip: ConditionChip, segmentNames: SegmentNames): ChipWords {
  const { subject, name } = chip
  const mono = subject === 'data' || subject === 'event'
  const field = mono ? name : subject === 'segment' ? t('words.thePerson') : subjectWords[subject]
  return { field, mono, ...askedWords(chip, segmentNames) }
}

function askedWords(
  { subject, operator, form }: ConditionChip,
  segmentNames: SegmentNames,
): { operator: string; value: string } {
  const label = operatorLabel(subject, operator, form.values.length)
  if (operator === 'between') {
    const [from, to] = [endWords(form.from), endWords(form.to)]
    const isDays = isDay(form.from) || isDay(form.to)
    if (from === '') return { operator: isDays ? t('words.isUpTo') : t('words.isAtMost'), value: to }
    if (to === '') return { operator: isDays ? t('words.isFrom') : t('words.isAtLeast'), value: from }
    return { operator: label, value: t('segments.chipWords.fromAndTo', { from, to }) }
  }
  if (form.values.length > 0) {
    const words = form.values.map((value) => valueWords(value, subject === 'segment' ? segmentNames : null))
    const named = words.slice(0, 2).join(', ')
    const more = words.length - 2
    const value = more > 0 ? t('lists.filterWords.namedAndCountMore', { named, count: more }) : named
    return { operator: label, value }
  }
  const spans: readonly string[] = [
    'within',
    'olderThan',
    'triggeredWithin',
    'notTriggeredWithin',
    'triggeredOlderThan',
  ]
  if (!spans.includes(operator)) return { operator: label, value: form.text }
  return { operator: label, value: form.text === '' ? '' : spanWords(Number(form.text), form.unit) }
}

/** "30 days", "1 hour"; a year is said in months. */
function spanWords(value: number, unit: string): string {
  if (unit === 'days' && value === 365) return t('words.twelveMonths')
  return t('lists.filterWords.countUnit', { count: value, unit })
}

function endWords(text: string): string {
  if (isDay(text)) return dayWords(text)
  const number = Number(text)
  return text === '' || Number.isNaN(number) ? text : formatNumber(number)
}

function valueWords(value: FacetValue, segmentNames: SegmentNames | null): string {
  if (segmentNames) {
    const name = segmentNames(String(value))
    return name === null ? String(value) : t('words.quotedName', { name })
  }
  if (value === null) return t('words.noValueWord')
  if (typeof value === 'boolean') return inSentence(value ? t('words.yes') : t('words.no'))
  if (typeof value === 'number') return formatNumber(value)
  return value === '' ? t('segments.chipWords.theEmptyText') : value
}
