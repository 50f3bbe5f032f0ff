import { emptyForm, isTurned, numberOf, type ValueForm } from '../filter/value-form'
import { dayStart, dayText, dayZone } from './day-text'
import type { OperatorChoice } from './operators'
import type { ListField, ListFilter } from './list-field'

/** The filter that is meant; null while something needed is missing or is no such value. */
export function buildFilter(field: ListField, choice: OperatorChoice, form: ValueForm): ListFilter | null {
  switch (choice.operator) {
    case 'exists':
    case 'notExists':
      return { field, operator: choice.operator }
    case 'anyOf':
    case 'noneOf':
      return form.values.length === 0 ? null : { field, operator: choice.operator, values: form.values }
    case 'within':
    case 'notWithin':
    case 'olderThan': {
      const value = numberOf(form.text)
      return value === null || value <= 0
        ? null
        : { field, operator: choice.operator, value, unit: form.unit }
    }
    case 'between':
      return rangeOf(field, choice, form)
    case 'greaterThan':
    case 'greaterThanOrEqual':
    case 'lessThan':
    case 'lessThanOrEqual': {
      const value = numberOf(form.text)
      return value === null ? null : { field, operator: choice.operator, value }
    }
    default: {
      const value = form.text.trim()
      return value === '' ? null : { field, operator: choice.operator, value }
    }
  }
}

/** A range; null where neither end is given, or they stand the wrong way round. */
function rangeOf(field: ListField, { value }: OperatorChoice, form: ValueForm): ListFilter | null {
  if (isTurned(value, form)) return null
  const zone = dayZone(field)
  const isDays = value === 'days'
  const from = isDays ? dayStart(form.from, zone) : numberOf(form.from)
  const to = isDays ? dayStart(form.to, zone, 1) : numberOf(form.to)
  if (from === null && to === null) return null
  return {
    field,
    operator: 'between',
    from,
    to,
    // A range of days ends before the next day.
    ...(isDays ? {} : { closed: true }),
    ...(form.orMissing ? { orMissing: true } : {}),
  }
}

/** How a filter is changed: the operator it is offered as, and what is entered. Those of before are read as what they mean. */
export function formOf(
  filter: ListFilter,
  offered: readonly OperatorChoice[],
): { choice: OperatorChoice | null; form: ValueForm } {
  const with_ = (operator: ListFilter['operator']) =>
    offered.find((choice) => choice.operator === operator) ?? null
  const range = with_('between')
  switch (filter.operator) {
    case 'exists':
    case 'notExists':
      return { choice: with_(filter.operator), form: emptyForm }
    case 'anyOf':
    case 'noneOf':
      return { choice: with_(filter.operator), form: { ...emptyForm, values: filter.values } }
    case 'equals':
    case 'notEquals': {
      const choice = with_(filter.operator === 'equals' ? 'anyOf' : 'noneOf')
      return { choice, form: { ...emptyForm, values: [filter.value] } }
    }
    case 'between':
      return { choice: range, form: rangeForm(filter, range) }
    case 'greaterThanOrEqual':
      return formOf({ field: filter.field, operator: 'between', from: filter.value, to: null }, offered)
    case 'lessThanOrEqual':
      return formOf(
        { field: filter.field, operator: 'between', from: null, to: filter.value, closed: true },
        offered,
      )
    case 'lessThan':
      if (range?.value === 'days') {
        return formOf({ field: filter.field, operator: 'between', from: null, to: filter.value }, offered)
      }
      return { choice: with_('lessThan'), form: { ...emptyForm, text: String(filter.value) } }
    case 'within':
    case 'notWithin':
    case 'olderThan': {
      const form = { ...emptyForm, text: String(filter.value), unit: filter.unit }
      return { choice: with_(filter.operator), form }
    }
    default:
      return { choice: with_(filter.operator), form: { ...emptyForm, text: String(filter.value) } }
  }
}

function rangeForm(
  { field, from, to, closed, orMissing }: Extract<ListFilter, { operator: 'between' }>,
  choice: OperatorChoice | null,
): ValueForm {
  const zone = dayZone(field)
  const isDays = choice?.value === 'days'
  const end = (value: string | number | null, back: number) => {
    if (value === null) return ''
    return isDays && typeof value === 'number' ? dayText(value - back, zone) : String(value)
  }
  return {
    ...emptyForm,
    from: end(from, 0),
    to: end(to, closed ? 0 : 1),
    orMissing: orMissing ?? false,
  }
}
