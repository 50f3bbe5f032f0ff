import type { FieldType } from '../../../../src-shared/bridge/contacts'
import {
  filterOperators,
  kindOf,
  type Filter,
  type FilterOperator,
} from '../../../../src-shared/interface/filter'

/** What a filter asks about. */
export const filterSubjects = [
  'data',
  'email',
  'subscribed',
  'createdAt',
  'updatedAt',
  'event',
  'segment',
] as const
/** What a filter asks about. */
export type FilterSubject = (typeof filterSubjects)[number]

/** How a value is entered, and what it becomes: `day` is a text of ten characters, `text` any other one. */
export type ValueType = 'text' | 'number' | 'boolean' | 'day'

/** What an operator is given beside its field. */
type ValueUse = 'none' | 'value' | 'span' | 'segment'

/** What a filter asks about, from what stands in it. */
export function subjectOf(field: string, operator: FilterOperator): FilterSubject {
  const kind = kindOf(operator)
  if (kind === 'membership') return 'segment'
  if (kind === 'event' || kind === 'eventAge') return 'event'
  const own = ['email', 'subscribed', 'createdAt', 'updatedAt'] as const
  return own.find((name) => name === field) ?? 'data'
}

/** What an operator is given. */
export function valueUse(operator: FilterOperator): ValueUse {
  switch (kindOf(operator)) {
    case 'presence':
    case 'event':
      return 'none'
    case 'age':
    case 'eventAge':
      return 'span'
    case 'membership':
      return 'segment'
    default:
      return 'value'
  }
}

const { equality, text, order, presence, age, event, eventAge, membership } = filterOperators

const bySubject: Record<FilterSubject, readonly FilterOperator[]> = {
  data: [...equality, ...text, ...order, ...presence, ...age],
  email: [...equality, ...text, ...presence],
  subscribed: [...equality, ...text, ...presence],
  createdAt: [...order, ...age, ...equality, ...text, ...presence],
  updatedAt: [...order, ...age, ...equality],
  event: [...event, ...eventAge],
  segment: membership,
}

/** The operators that can be asked of a subject, the usual ones first. */
export function operatorsOf(subject: FilterSubject): readonly FilterOperator[] {
  return bySubject[subject]
}

/** How a value that is there is entered. */
export function typedAs(value: Filter['value']): ValueType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' && isDay(value) ? 'day' : 'text'
}

/** Whether a text is what a control for days holds. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** The ways in which a value of this operator can be entered, the one that suits the field's type first. */
export function typesFor(
  subject: FilterSubject,
  operator: FilterOperator,
  types: readonly FieldType[],
): readonly ValueType[] {
  const kind = kindOf(operator)
  if (kind === 'text' || subject === 'email') return ['text']
  if (subject === 'subscribed') return ['boolean']
  if (subject === 'createdAt' || subject === 'updatedAt') return ['day', 'text']
  if (kind === 'order') return types[0] === 'date' ? ['day', 'number', 'text'] : ['number', 'day', 'text']
  const known = types.flatMap((type) => entered[type])
  return [...new Set<ValueType>([...known, 'text', 'number', 'boolean', 'day'])]
}

const entered: Record<FieldType, ValueType[]> = {
  text: ['text'],
  number: ['number'],
  boolean: ['boolean'],
  date: ['day'],
  object: [],
  list: [],
}
