import { dayStart, dayText, dayZone } from './day-text'
import type { OperatorChoice } from './operators'
import type { ListField, ListFilter } from './list-field'

/** A value as a facet gives it. */
export type FacetValue = string | number | boolean | null

/** What is entered for a filter, as text until it is used. */
export interface FilterForm {
  text: string
  from: string
  to: string
  unit: 'days' | 'hours' | 'minutes'
  yes: boolean
  values: FacetValue[]
}

export const emptyForm: FilterForm = { text: '', from: '', to: '', unit: 'days', yes: true, values: [] }

function numberOf(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

/** The ends of a range; null where neither is given. */
function ends(from: number | null, to: number | null): { from: number | null; to: number | null } | null {
  return from === null && to === null ? null : { from, to }
}

/** The filter that is meant; null while something needed is missing or is no such value. */
export function buildFilter(field: ListField, choice: OperatorChoice, form: FilterForm): ListFilter | null {
  const zone = dayZone(field)
  switch (choice.operator) {
    case 'exists':
    case 'notExists':
      return { field, operator: choice.operator }
    case 'anyOf':
      return form.values.length === 0 ? null : { field, operator: 'anyOf', values: form.values }
    case 'within':
    case 'olderThan': {
      const value = numberOf(form.text)
      return value === null || value <= 0
        ? null
        : { field, operator: choice.operator, value, unit: form.unit }
    }
    case 'between': {
      const range =
        choice.value === 'days'
          ? ends(dayStart(form.from, zone), dayStart(form.to, zone, 1))
          : ends(numberOf(form.from), numberOf(form.to))
      return range && { field, operator: 'between', ...range }
    }
    case 'greaterThan':
    case 'greaterThanOrEqual':
    case 'lessThan':
    case 'lessThanOrEqual': {
      const value = choice.value === 'day' ? dayStart(form.from, zone) : numberOf(form.text)
      return value === null ? null : { field, operator: choice.operator, value }
    }
    default: {
      const value = plainValue(choice, form)
      return value === null ? null : { field, operator: choice.operator, value }
    }
  }
}

function plainValue(choice: OperatorChoice, form: FilterForm): string | number | boolean | null {
  if (choice.value === 'yesNo') return form.yes
  if (choice.value === 'number') return numberOf(form.text)
  if (choice.value === 'verdict' && form.text === '') return 'accepts'
  return form.text.trim() === '' ? null : form.text.trim()
}

const end = (value: string | number | null, asDay: (instant: number) => string) =>
  value === null ? '' : typeof value === 'number' ? asDay(value) : value

/** The form that a filter was made with, to edit it. */
export function formOf(filter: ListFilter, choice: OperatorChoice): FilterForm {
  const day = (instant: number) => dayText(instant, dayZone(filter.field))
  if (filter.operator === 'anyOf') return { ...emptyForm, values: filter.values }
  if (filter.operator === 'between') {
    const days = choice.value === 'days'
    return {
      ...emptyForm,
      from: end(filter.from, days ? day : String),
      to: end(filter.to, days ? (instant) => day(instant - 1) : String),
    }
  }
  if (!('value' in filter)) return emptyForm
  if ('unit' in filter) return { ...emptyForm, text: String(filter.value), unit: filter.unit }
  if (choice.value === 'day' && typeof filter.value === 'number') {
    return { ...emptyForm, from: day(filter.value) }
  }
  if (choice.value === 'yesNo') return { ...emptyForm, yes: String(filter.value) === 'true' }
  return { ...emptyForm, text: String(filter.value) }
}
