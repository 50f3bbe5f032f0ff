import { t } from '../../../../src-shared/messages/message'
import type { FieldType } from '../../../../src-shared/bridge/contacts'
import type { Operator } from '../../../lists/filter/value-form'
import type { ChipOperator } from './condition-tree'
import { eventChoices } from '../../../lists/grid/operators'
import { eventOperator, type FilterSubject } from './filter-parts'

type OfferedOperator = Operator<ChipOperator>

const ticks: OfferedOperator[] = [
  { operator: 'anyOf', label: t('words.isAnyOf'), value: 'ticks' },
  { operator: 'noneOf', label: t('words.isNoneOf'), value: 'ticks' },
]
const text: OfferedOperator[] = [
  { operator: 'contains', label: t('words.contains'), value: 'text' },
  { operator: 'notContains', label: t('words.doesNotContain'), value: 'text' },
]
const order: OfferedOperator[] = [
  { operator: 'between', label: t('words.isBetween'), value: 'numbers' },
  ...ticks,
  { operator: 'greaterThan', label: t('words.isMoreThan'), value: 'number' },
  { operator: 'lessThan', label: t('words.isLessThan'), value: 'number' },
]
const days: OfferedOperator[] = [
  { operator: 'between', label: t('words.isBetween'), value: 'days' },
  { operator: 'within', label: t('words.isInTheLast'), value: 'span' },
  { operator: 'olderThan', label: t('words.isLongerAgoThan'), value: 'span' },
]
const presence: OfferedOperator[] = [
  { operator: 'exists', label: t('words.hasAValue'), value: 'none', apart: true },
  { operator: 'notExists', label: t('words.hasNoValue'), value: 'none' },
]
const events: OfferedOperator[] = eventChoices.flatMap(({ operator, ...choice }) => {
  const asked = eventOperator(operator)
  return asked ? [{ ...choice, operator: asked }] : []
})
const membership: OfferedOperator[] = [
  { operator: 'memberOfSegment', label: t('segments.chipOperators.isIn'), value: 'ticks' },
  { operator: 'notMemberOfSegment', label: t('segments.chipOperators.isNotIn'), value: 'ticks' },
]

const byType: Record<FieldType, OfferedOperator[]> = {
  text: [...ticks, ...text],
  number: order,
  boolean: ticks,
  date: days,
  object: text,
  list: [...ticks, ...text],
}

/** The ways in which can be asked about something, the usual one first. */
export function chipOperators(
  subject: FilterSubject,
  types: readonly FieldType[],
): readonly OfferedOperator[] {
  switch (subject) {
    case 'email':
      return [...text, ...ticks]
    case 'subscribed':
      return ticks
    case 'createdAt':
    case 'updatedAt':
      return days
    case 'event':
      return events
    case 'segment':
      return membership
    case 'data': {
      const offered = [
        ...(types.length === 0 ? byType.text : types.flatMap((type) => byType[type])),
        ...presence,
      ]
      return offered.filter(
        ({ operator }, at) => offered.findIndex((other) => other.operator === operator) === at,
      )
    }
  }
}

/** How a chip says its operator: several values are joined, one is simply it. */
export function operatorLabel(subject: FilterSubject, operator: ChipOperator, values: number): string {
  if (operator === 'anyOf' && values === 1) return t('words.is')
  if (operator === 'noneOf' && values === 1) return t('words.isNot')
  const all = [...chipOperators(subject, ['text', 'number', 'date'])]
  return all.find((one) => one.operator === operator)?.label ?? operator
}
