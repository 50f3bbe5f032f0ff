import { t } from '../../../../src-shared/messages/message'
import type { FieldType } from '../../../../src-shared/bridge/contacts'
import type { Operator } from '../../../lists/filter/value-form'
import type { ChipOperator } from './condition-tree'
import { commonOperators, eventChoices } from '../../../lists/grid/operators'
import { eventOperator, type FilterSubject } from './filter-parts'

type OfferedOperator = Operator<ChipOperator>

const { ticks, containing, number, date, presence } = commonOperators
const events: OfferedOperator[] = eventChoices.flatMap(({ operator, ...choice }) => {
  const asked = eventOperator(operator)
  return asked ? [{ ...choice, operator: asked }] : []
})
const membership: OfferedOperator[] = [
  { operator: 'memberOfSegment', label: t('segments.chipOperators.isIn'), value: 'ticks' },
  { operator: 'notMemberOfSegment', label: t('segments.chipOperators.isNotIn'), value: 'ticks' },
]

const byType: Record<FieldType, readonly OfferedOperator[]> = {
  text: [...ticks, ...containing],
  number,
  boolean: ticks,
  date,
  object: containing,
  list: [...ticks, ...containing],
}

/** The ways in which can be asked about something, the usual one first. */
export function chipOperators(
  subject: FilterSubject,
  types: readonly FieldType[],
): readonly OfferedOperator[] {
  switch (subject) {
    case 'email':
      return [...containing, ...ticks]
    case 'subscribed':
      return ticks
    case 'createdAt':
    case 'updatedAt':
      return date
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
