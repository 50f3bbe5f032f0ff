import type { FieldType } from '../../../src-shared/bridge/contacts'
import { canBeMissing } from './field-words'
import type { ListField, ListFilter } from './list-field'

/** What has to be entered for an operator. */
export type ValueKind =
  'text' | 'number' | 'day' | 'days' | 'numbers' | 'span' | 'yesNo' | 'choice' | 'verdict' | 'none'

/** An operator as it is offered for a field. `label` reads on from the field's name. */
export interface OperatorChoice {
  operator: ListFilter['operator']
  label: string
  value: ValueKind
}

const text: OperatorChoice[] = [
  { operator: 'contains', label: 'contains', value: 'text' },
  { operator: 'equals', label: 'is', value: 'text' },
  { operator: 'anyOf', label: 'is any of', value: 'choice' },
  { operator: 'notEquals', label: 'is not', value: 'text' },
  { operator: 'notContains', label: 'does not contain', value: 'text' },
  { operator: 'startsWith', label: 'starts with', value: 'text' },
]

const number: OperatorChoice[] = [
  { operator: 'equals', label: 'is', value: 'number' },
  { operator: 'notEquals', label: 'is not', value: 'number' },
  { operator: 'greaterThan', label: 'is more than', value: 'number' },
  { operator: 'greaterThanOrEqual', label: 'is at least', value: 'number' },
  { operator: 'lessThan', label: 'is less than', value: 'number' },
  { operator: 'lessThanOrEqual', label: 'is at most', value: 'number' },
  { operator: 'between', label: 'is between', value: 'numbers' },
]

const date: OperatorChoice[] = [
  { operator: 'within', label: 'is within the last', value: 'span' },
  { operator: 'olderThan', label: 'is longer ago than', value: 'span' },
  { operator: 'greaterThanOrEqual', label: 'is on or after', value: 'day' },
  { operator: 'lessThan', label: 'is before', value: 'day' },
  { operator: 'between', label: 'is between', value: 'days' },
]

const boolean: OperatorChoice[] = [{ operator: 'equals', label: 'is', value: 'yesNo' }]

const nested: OperatorChoice[] = [{ operator: 'contains', label: 'contains', value: 'text' }]

const verdict: OperatorChoice[] = [
  { operator: 'anyOf', label: 'is any of', value: 'choice' },
  { operator: 'equals', label: 'is', value: 'verdict' },
  { operator: 'notEquals', label: 'is not', value: 'verdict' },
  { operator: 'exists', label: 'is known', value: 'none' },
  { operator: 'notExists', label: 'is not known', value: 'none' },
]

const presence: OperatorChoice[] = [
  { operator: 'exists', label: 'has a value', value: 'none' },
  { operator: 'notExists', label: 'has no value', value: 'none' },
]

const byType: Record<FieldType, OperatorChoice[]> = {
  text,
  number,
  boolean,
  date,
  object: nested,
  list: nested,
}

/** The operators that suit a field: those of its most frequent type first, none twice. */
export function operatorsFor(field: ListField, types: readonly FieldType[]): OperatorChoice[] {
  if (field === 'verdict') return verdict
  const choices: OperatorChoice[] = []
  const offered = [...types.flatMap((type) => byType[type]), ...(canBeMissing(field) ? presence : [])]
  for (const choice of offered) {
    if (!choices.some(({ operator }) => operator === choice.operator)) choices.push(choice)
  }
  return choices
}
