import { t } from '../../../src-shared/messages/message'
import type { FieldType } from '../../../src-shared/bridge/contacts'
import { expiredVerdict, verdictClassSchema, type VerdictClass } from '../../../src-shared/bridge/verdicts'
import { verdictTitles } from '../../kit/verdict/verdict-words'
import { formatDay, formatNumber, inSentence } from '../../format'
import { dayZone, localDay } from './day-text'
import { fieldName } from './field-words'
import type { FacetValue } from '../filter/value-form'
import { operatorsFor } from './operators'
import type { ListField, ListFilter } from './list-field'

interface FilterWords {
  field: string
  mono: boolean
  operator: string
  value: string
}

/** The class that a value of the field `verdict` is; null where it is none. */
export function verdictOf(value: FacetValue): VerdictClass | null {
  return verdictClassSchema.safeParse(value).data ?? null
}

/** A value of a facet or a filter of a field in words. */
export function valueWords(value: FacetValue, field?: ListField): string {
  if (field === 'verdict') {
    const verdict = verdictOf(value)
    if (verdict) return verdictTitles[verdict]
    if (value === expiredVerdict) return t('words.expired')
    if (value === null) return t('words.notChecked')
  }
  if (value === null) return t('words.noValue')
  if (typeof value === 'boolean') return value ? t('words.yes') : t('words.no')
  return typeof value === 'number' ? formatNumber(value) : value
}

const valueInSentence = (value: FacetValue, field: ListField) =>
  typeof value === 'string' && field !== 'verdict' ? value : inSentence(valueWords(value, field))

/** As many values as a chip has room for. */
function listWords(values: readonly FacetValue[], field: ListField): string {
  const named = values
    .slice(0, 2)
    .map((value) => valueInSentence(value, field))
    .join(', ')
  return values.length > 2
    ? t('lists.filterWords.namedAndCountMore', { named, count: values.length - 2 })
    : named
}

function valueOf(filter: ListFilter, date: boolean): string {
  const one = (value: string | number | boolean) =>
    date && typeof value === 'number'
      ? formatDay(localDay(value, dayZone(filter.field)))
      : valueInSentence(value, filter.field)
  switch (filter.operator) {
    case 'exists':
    case 'notExists':
      return ''
    case 'anyOf':
    case 'noneOf':
      return listWords(filter.values, filter.field)
    case 'between': {
      // A range of days ends where the next day begins; what is said is the last day in it.
      const to = date && !filter.closed && typeof filter.to === 'number' ? filter.to - 1 : filter.to
      const or = (range: string) =>
        filter.orMissing ? t('lists.filterWords.rangeOrNoValue', { range }) : range
      if (filter.from === null) return to === null ? '' : or(one(to))
      if (to === null) return or(one(filter.from))
      return or(t('lists.filterWords.oneAndOne2', { one: one(filter.from), one2: one(to) }))
    }
    case 'within':
    case 'notWithin':
    case 'olderThan': {
      return t('lists.filterWords.countUnit', { count: filter.value, unit: filter.unit })
    }
    default:
      return one(filter.value)
  }
}

/** Operators that are no longer offered, and those of dates, as views of before keep them. */
const otherWords: Partial<Record<ListFilter['operator'], [plain: string, date: string]>> = {
  equals: [t('words.is'), t('words.is')],
  notEquals: [t('words.isNot'), t('words.isNot')],
  greaterThan: [t('words.isMoreThan'), t('lists.filterWords.isAfter')],
  greaterThanOrEqual: [t('words.isAtLeast'), t('lists.filterWords.isOnOrAfter')],
  lessThan: [t('words.isLessThan'), t('lists.filterWords.isBefore')],
  lessThanOrEqual: [t('words.isAtMost'), t('words.isUpTo')],
}

function operatorWords(filter: ListFilter, types: readonly FieldType[], date: boolean): string {
  if (filter.operator === 'anyOf') return filter.values.length === 1 ? t('words.is') : t('words.isAnyOf')
  if (filter.operator === 'noneOf') return filter.values.length === 1 ? t('words.isNot') : t('words.isNoneOf')
  if (filter.operator === 'between') {
    if (filter.from === null)
      return date ? t('words.isUpTo') : filter.closed ? t('words.isAtMost') : t('words.isLessThan')
    if (filter.to === null) return date ? t('words.isFrom') : t('words.isAtLeast')
  }
  const choice = operatorsFor(filter.field, types).find(({ operator }) => operator === filter.operator)
  return otherWords[filter.operator]?.[date ? 1 : 0] ?? choice?.label ?? filter.operator
}

/** What a filter's chip says. `types` are those of its field. */
export function filterWords(filter: ListFilter, types: readonly FieldType[]): FilterWords {
  const { label, mono } = fieldName(filter.field)
  const date = types[0] === 'date'
  return { field: label, mono, operator: operatorWords(filter, types, date), value: valueOf(filter, date) }
}
