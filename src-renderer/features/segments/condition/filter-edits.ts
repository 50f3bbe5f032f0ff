import type { FieldType } from '../../../../src-shared/bridge/contacts'
import type { FilterOperator } from '../../../../src-shared/interface/filter'
import type { FilterDraft } from './condition-draft'
import { isDay, operatorsOf, typesFor, valueUse, type FilterSubject, type ValueType } from './filter-parts'

/** The types that the values of a key of `data` have. */
type TypesOf = (key: string) => readonly FieldType[]

/** The filter asks about something else: what was entered says nothing of that. */
export function askedAbout(filter: FilterDraft, subject: FilterSubject, typesOf: TypesOf): FilterDraft {
  const [first] = operatorsOf(subject)
  const name = subject === 'segment' ? 'segment' : ''
  return suited({ ...filter, subject, name, text: null, operator: first ?? filter.operator }, typesOf)
}

/** The filter asks in another way. What was entered stays where that is given the same. */
export function askedWith(filter: FilterDraft, operator: FilterOperator, typesOf: TypesOf): FilterDraft {
  const isSame = valueUse(operator) === valueUse(filter.operator)
  return suited({ ...filter, operator, text: isSame ? filter.text : null }, typesOf)
}

/** The filter asks about another key or event. */
export function named(filter: FilterDraft, name: string, typesOf: TypesOf): FilterDraft {
  return suited({ ...filter, name }, typesOf)
}

/** The value is entered in another way, and what was entered stays where it can. */
export function enteredAs(filter: FilterDraft, type: ValueType): FilterDraft {
  const { text } = filter
  if (type === 'boolean') return { ...filter, type, text: text === 'false' ? 'false' : 'true' }
  if (type === 'day') return { ...filter, type, text: text !== null && isDay(text) ? text : null }
  return { ...filter, type }
}

/** The ways in which the value of a filter can be entered, that of the field first. */
export function waysOf({ subject, name, operator }: FilterDraft, typesOf: TypesOf): readonly ValueType[] {
  return typesFor(subject, operator, subject === 'data' ? typesOf(name) : [])
}

/** A value that nobody entered yet, or that the operator does not take so, is entered as suits the field. */
function suited(filter: FilterDraft, typesOf: TypesOf): FilterDraft {
  const ways = waysOf(filter, typesOf)
  const [first] = ways
  const isEntered = filter.text !== null && !(filter.type === 'boolean' && first !== 'boolean')
  if (first === undefined || (isEntered && ways.includes(filter.type))) return filter
  // A choice of two is never without one.
  if (first === 'boolean' && valueUse(filter.operator) === 'value') return enteredAs(filter, first)
  return filter.type === 'boolean' ? { ...filter, type: first, text: null } : enteredAs(filter, first)
}
