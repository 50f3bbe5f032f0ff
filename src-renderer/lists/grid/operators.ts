import { t } from '../../../src-shared/messages/message'
import type { FieldType } from '../../../src-shared/bridge/contacts'
import type { Operator } from '../filter/value-form'
import { canBeMissing, eventOf } from './field-words'
import type { ListField, ListFilter } from './list-field'

/** An operator as it is offered for a field of a grid. */
export type OperatorChoice = Operator<ListFilter['operator']>

const ticks = [
  { operator: 'anyOf', label: t('words.isAnyOf'), value: 'ticks' },
  { operator: 'noneOf', label: t('words.isNoneOf'), value: 'ticks' },
] as const satisfies readonly OperatorChoice[]

const containing = [
  { operator: 'contains', label: t('words.contains'), value: 'text' },
  { operator: 'notContains', label: t('words.doesNotContain'), value: 'text' },
] as const satisfies readonly OperatorChoice[]

const text: OperatorChoice[] = [
  ...ticks,
  ...containing,
  { operator: 'startsWith', label: t('lists.operators.startsWith'), value: 'text' },
]

const number = [
  { operator: 'between', label: t('words.isBetween'), value: 'numbers' },
  ...ticks,
  { operator: 'greaterThan', label: t('words.isMoreThan'), value: 'number' },
  { operator: 'lessThan', label: t('words.isLessThan'), value: 'number' },
] as const satisfies readonly OperatorChoice[]

const date = [
  { operator: 'between', label: t('words.isBetween'), value: 'days' },
  { operator: 'within', label: t('words.isInTheLast'), value: 'span' },
  { operator: 'olderThan', label: t('words.isLongerAgoThan'), value: 'span' },
] as const satisfies readonly OperatorChoice[]

const verdict: OperatorChoice[] = [
  ...ticks,
  { operator: 'exists', label: t('lists.operators.isKnown'), value: 'none', apart: true },
  { operator: 'notExists', label: t('lists.operators.isNotKnown'), value: 'none' },
]

const presence = [
  { operator: 'exists', label: t('words.hasAValue'), value: 'none', apart: true },
  { operator: 'notExists', label: t('words.hasNoValue'), value: 'none' },
] as const satisfies readonly OperatorChoice[]

/** The operators that conditions of segments have too, by what is asked. */
export const commonOperators = { ticks, containing, number, date, presence }

const byType: Record<FieldType, readonly OperatorChoice[]> = {
  text,
  number,
  boolean: ticks,
  date,
  object: containing,
  list: [...ticks, ...containing],
}

/** What is asked of an event, by when it happened last. */
export const eventChoices: readonly OperatorChoice[] = [
  { operator: 'within', label: t('lists.operators.happenedInTheLast'), value: 'span' },
  { operator: 'notWithin', label: t('lists.operators.didNotHappenIn'), value: 'span' },
  { operator: 'olderThan', label: t('lists.operators.happenedLastLongerAgo'), value: 'span' },
  { operator: 'exists', label: t('lists.operators.everHappened'), value: 'none', apart: true },
  { operator: 'notExists', label: t('lists.operators.neverHappened'), value: 'none' },
]

/** The operators that suit a field: those of its most frequent type first, none twice. */
export function operatorsFor(field: ListField, types: readonly FieldType[]): OperatorChoice[] {
  if (field === 'verdict') return verdict
  if (eventOf(field) !== null) return [...eventChoices]
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
