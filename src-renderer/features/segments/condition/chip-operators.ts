import type { FieldType } from '../../../../src-shared/bridge/contacts'
import type { Operator } from '../../../lists/filter/value-form'
import type { ChipOperator } from './condition-tree'
import type { FilterSubject } from './filter-parts'

/** An operator of a chip. */
type Choice = Operator<ChipOperator>

const ticks: Choice[] = [
  { operator: 'anyOf', label: 'is any of', value: 'ticks' },
  { operator: 'noneOf', label: 'is none of', value: 'ticks' },
]
const text: Choice[] = [
  { operator: 'contains', label: 'contains', value: 'text' },
  { operator: 'notContains', label: 'does not contain', value: 'text' },
]
const order: Choice[] = [
  { operator: 'between', label: 'is between', value: 'numbers' },
  ...ticks,
  { operator: 'greaterThan', label: 'is more than', value: 'number' },
  { operator: 'lessThan', label: 'is less than', value: 'number' },
]
const days: Choice[] = [
  { operator: 'between', label: 'is between', value: 'days' },
  { operator: 'within', label: 'is in the last', value: 'span' },
  { operator: 'olderThan', label: 'is longer ago than', value: 'span' },
]
const presence: Choice[] = [
  { operator: 'exists', label: 'has a value', value: 'none', apart: true },
  { operator: 'notExists', label: 'has no value', value: 'none' },
]
const events: Choice[] = [
  { operator: 'triggeredWithin', label: 'happened in the last', value: 'span' },
  { operator: 'notTriggeredWithin', label: 'did not happen in the last', value: 'span' },
  { operator: 'triggeredOlderThan', label: 'happened last longer ago than', value: 'span' },
  { operator: 'triggered', label: 'ever happened', value: 'none', apart: true },
  { operator: 'notTriggered', label: 'never happened', value: 'none' },
]
const membership: Choice[] = [
  { operator: 'memberOfSegment', label: 'is in', value: 'ticks' },
  { operator: 'notMemberOfSegment', label: 'is not in', value: 'ticks' },
]

const byType: Record<FieldType, Choice[]> = {
  text: [...ticks, ...text],
  number: order,
  boolean: ticks,
  date: days,
  object: text,
  list: [...ticks, ...text],
}

/** The ways in which can be asked about something, the usual one first. */
export function chipOperators(subject: FilterSubject, types: readonly FieldType[]): readonly Choice[] {
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
  if (operator === 'anyOf' && values === 1) return 'is'
  if (operator === 'noneOf' && values === 1) return 'is not'
  const all = [...chipOperators(subject, ['text', 'number', 'date'])]
  return all.find((one) => one.operator === operator)?.label ?? operator
}
