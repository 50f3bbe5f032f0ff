import type { FieldType } from '../../../src-shared/bridge/contacts'
import { verdictClassSchema, type VerdictClass } from '../../../src-shared/bridge/verdicts'
import { verdictTitles } from '../../kit/verdict/verdict-words'
import { formatDay, formatNumber } from '../../format'
import { dayZone, localDay } from './day-text'
import { fieldName } from './field-words'
import type { FacetValue } from '../filter/value-form'
import { operatorsFor } from './operators'
import type { ListField, ListFilter } from './list-field'

/** A filter as its chip says it. */
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
    if (value === null) return 'Not checked'
  }
  if (value === null) return 'No value'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? formatNumber(value) : value
}

const inSentence = (value: FacetValue, field: ListField) =>
  typeof value === 'string' && field !== 'verdict' ? value : valueWords(value, field).toLowerCase()

/** As many values as a chip has room for. */
function listWords(values: readonly FacetValue[], field: ListField): string {
  const named = values
    .slice(0, 2)
    .map((value) => inSentence(value, field))
    .join(', ')
  return values.length > 2 ? `${named} and ${values.length - 2} more` : named
}

function valueOf(filter: ListFilter, date: boolean): string {
  const one = (value: string | number | boolean) =>
    date && typeof value === 'number'
      ? formatDay(localDay(value, dayZone(filter.field)))
      : inSentence(value, filter.field)
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
      const or = filter.orMissing ? ' or no value' : ''
      if (filter.from === null) return to === null ? '' : `${one(to)}${or}`
      return `${to === null ? one(filter.from) : `${one(filter.from)} and ${one(to)}`}${or}`
    }
    case 'within':
    case 'olderThan': {
      const unit = filter.value === 1 ? filter.unit.slice(0, -1) : filter.unit
      return `${formatNumber(filter.value)} ${unit}`
    }
    default:
      return one(filter.value)
  }
}

/** Operators that are no longer offered, and those of dates, as views of before keep them. */
const otherWords: Partial<Record<ListFilter['operator'], [plain: string, date: string]>> = {
  equals: ['is', 'is'],
  notEquals: ['is not', 'is not'],
  greaterThan: ['is more than', 'is after'],
  greaterThanOrEqual: ['is at least', 'is on or after'],
  lessThan: ['is less than', 'is before'],
  lessThanOrEqual: ['is at most', 'is up to'],
}

function operatorWords(filter: ListFilter, types: readonly FieldType[], date: boolean): string {
  if (filter.operator === 'anyOf') return filter.values.length === 1 ? 'is' : 'is any of'
  if (filter.operator === 'noneOf') return filter.values.length === 1 ? 'is not' : 'is none of'
  if (filter.operator === 'between') {
    if (filter.from === null) return date ? 'is up to' : filter.closed ? 'is at most' : 'is less than'
    if (filter.to === null) return date ? 'is from' : 'is at least'
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
