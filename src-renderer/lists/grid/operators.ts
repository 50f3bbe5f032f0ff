import type { FieldType } from '../../../src-shared/bridge/contacts'
import type { Operator } from '../filter/value-form'
import { canBeMissing } from './field-words'
import type { ListField, ListFilter } from './list-field'

/** An operator as it is offered for a field of a grid. */
export type OperatorChoice = Operator<ListFilter['operator']>

const ticks: OperatorChoice[] = [
  { operator: 'anyOf', label: 'is any of', value: 'ticks' },
  { operator: 'noneOf', label: 'is none of', value: 'ticks' },
]

const containing: OperatorChoice[] = [
  { operator: 'contains', label: 'contains', value: 'text' },
  { operator: 'notContains', label: 'does not contain', value: 'text' },
]

const text: OperatorChoice[] = [
  ...ticks,
  ...containing,
  { operator: 'startsWith', label: 'starts with', value: 'text' },
]

const number: OperatorChoice[] = [
  { operator: 'between', label: 'is between', value: 'numbers' },
  ...ticks,
  { operator: 'greaterThan', label: 'is more than', value: 'number' },
  { operator: 'lessThan', label: 'is less than', value: 'number' },
]

const date: OperatorChoice[] = [
  { operator: 'between', label: 'is between', value: 'days' },
  { operator: 'within', label: 'is in the last', value: 'span' },
  { operator: 'olderThan', label: 'is longer ago than', value: 'span' },
]

const verdict: OperatorChoice[] = [
  ...ticks,
  { operator: 'exists', label: 'is known', value: 'none', apart: true },
  { operator: 'notExists', label: 'is not known', value: 'none' },
]

const presence: OperatorChoice[] = [
  { operator: 'exists', label: 'has a value', value: 'none', apart: true },
  { operator: 'notExists', label: 'has no value', value: 'none' },
]

const byType: Record<FieldType, OperatorChoice[]> = {
  text,
  number,
  boolean: ticks,
  date,
  object: containing,
  list: [...ticks, ...containing],
}

/** The operators that suit a field: those of its most frequent type first, none twice. */
export function operatorsFor(field: ListField, types: readonly FieldType[]): OperatorChoice[] {
  if (field === 'verdict') return verdict
  const choices: OperatorChoice[] = []
  // Every row has an address or an id of its own: there is nothing to tick.
  const first = field === 'email' || field === 'id' ? containing : []
  const offered = [
    ...first,
    ...types.flatMap((type) => byType[type]),
    ...(canBeMissing(field) ? presence : []),
  ]
  for (const choice of offered) {
    if (!choices.some(({ operator }) => operator === choice.operator)) choices.push(choice)
  }
  return choices
}
