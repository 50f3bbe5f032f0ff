import type { FieldType } from '../../../../src-shared/bridge/contacts'
import {
  kindOf,
  type Filter,
  type FilterCondition,
  type FilterGroup,
  type FilterOperator,
} from '../../../../src-shared/interface/filter'
import {
  emptyForm,
  isTurned,
  numberOf,
  type FacetValue,
  type ValueForm,
} from '../../../lists/filter/value-form'
import { dayAfter } from '../../../lists/filter/day-entry'
import { isDay, subjectOf, type FilterSubject } from './filter-parts'

/** How a chip asks: as the grammar does, or in what several filters of it say together. */
export type ChipOperator = FilterOperator | 'anyOf' | 'noneOf' | 'between'

/** One condition as people read it. */
export interface ConditionChip {
  kind: 'chip'
  key: number
  subject: FilterSubject
  /** A key of `data`, or the name of an event. */
  name: string
  operator: ChipOperator
  form: ValueForm
  /** What it was read from: saved as it is while nobody changes it. */
  read: FilterGroup | null
}

/** Conditions of which all hold, or any. */
export interface ConditionGroup {
  kind: 'group'
  key: number
  logic: 'AND' | 'OR'
  children: readonly ConditionNode[]
}

/** A line of a condition. */
export type ConditionNode = ConditionChip | ConditionGroup

let lastKey = 0
const newKey = () => (lastKey += 1)

/** A chip that asks nothing yet. */
export function newChip(subject: FilterSubject, name: string, operator: ChipOperator): ConditionChip {
  return { kind: 'chip', key: newKey(), subject, name, operator, form: emptyForm, read: null }
}

/** A group of none. */
export function newGroup(logic: 'AND' | 'OR', children: readonly ConditionNode[] = []): ConditionGroup {
  return { kind: 'group', key: newKey(), logic, children }
}

/** A condition as lines; of null no line. */
export function treeOf(condition: FilterCondition | null): ConditionGroup {
  if (condition === null) return newGroup('AND')
  const { logic, groups } = condition
  const lines = (group: FilterGroup): ConditionNode[] => [
    ...group.filters.map((filter) => chipOf(filter)),
    ...(group.conditions ? [nestedOf(group.conditions)] : []),
  ]
  if (logic === 'AND') return newGroup('AND', groups.flatMap(lines))
  return newGroup(
    'OR',
    groups.map((group) => {
      const own = lines(group)
      return own.length === 1 && own[0] ? own[0] : newGroup('AND', own)
    }),
  )
}

/** A nested condition: one chip where its filters say together what people say in one. */
function nestedOf(condition: FilterCondition): ConditionNode {
  return joinedChip(condition) ?? treeOf(condition)
}

function chipOf(filter: Filter): ConditionChip {
  const read: FilterGroup = { filters: [filter] }
  const { operator, value, unit = 'days' } = filter
  const base = chipFor(filter, operator, read)
  const text = value === undefined ? '' : String(value)
  switch (kindOf(operator)) {
    case 'equality':
      return {
        ...base,
        operator: operator === 'equals' ? 'anyOf' : 'noneOf',
        form: { ...emptyForm, values: [value ?? null] },
      }
    case 'order':
      return orderChip(base, operator, text)
    case 'age':
    case 'eventAge':
      return { ...base, form: { ...emptyForm, text, unit } }
    case 'membership':
      return { ...base, form: { ...emptyForm, values: [text] } }
    default:
      return { ...base, form: { ...emptyForm, text } }
  }
}

function chipFor({ field, operator }: Filter, asked: ChipOperator, read: FilterGroup): ConditionChip {
  const subject = subjectOf(field, operator)
  const name = subject === 'data' ? field.slice('data.'.length) : field
  return { kind: 'chip', key: newKey(), subject, name, operator: asked, form: emptyForm, read }
}

/** Ends that belong to a range are one; strict ones of days are the day beside. */
function orderChip(base: ConditionChip, operator: FilterOperator, text: string): ConditionChip {
  const strict = operator === 'greaterThan' || operator === 'lessThan'
  const upper = operator === 'lessThan' || operator === 'lessThanOrEqual'
  if (strict && !isDay(text)) return { ...base, form: { ...emptyForm, text } }
  const end = strict ? dayAfter(text, upper ? -1 : 1) : text
  return { ...base, operator: 'between', form: { ...emptyForm, ...(upper ? { to: end } : { from: end }) } }
}

/** One chip for filters of one field that are one thing to people; null where they are not. */
function joinedChip(condition: FilterCondition): ConditionChip | null {
  const filters = condition.groups.flatMap((group) => (group.conditions ? [null] : group.filters))
  const [first] = filters
  if (first === undefined || first === null || filters.length < 2) return null
  if (!filters.every((filter) => filter !== null && filter.field === first.field)) return null
  const all = filters.flatMap((filter) => filter ?? [])
  const read: FilterGroup = { filters: [], conditions: condition }
  const single = condition.groups.every((group) => group.filters.length === 1)
  const isOf = (...names: FilterOperator[]) => all.every(({ operator }) => names.includes(operator))
  const values = all.map(({ value }): FacetValue => value ?? null)
  const form = { ...emptyForm, values }
  if (condition.logic === 'OR' && !single) return null
  const joined = condition.logic === 'OR' ? anyOperators : noneOperators
  for (const [operator, names] of joined) {
    if (isOf(...names)) return { ...chipFor(first, operator, read), form }
  }
  const [low, high] = all
  const isRange = low?.operator === 'greaterThanOrEqual' && high?.operator === 'lessThanOrEqual'
  if (condition.logic === 'OR' || all.length !== 2 || !isRange) return null
  const range = { ...emptyForm, from: String(low.value), to: String(high.value) }
  return { ...chipFor(first, 'between', read), form: range }
}

const anyOperators: [ChipOperator, FilterOperator[]][] = [
  ['anyOf', ['equals', 'notExists']],
  ['memberOfSegment', ['memberOfSegment']],
]
const noneOperators: [ChipOperator, FilterOperator[]][] = [
  ['noneOf', ['notEquals', 'exists']],
  ['notMemberOfSegment', ['notMemberOfSegment']],
]

/** What `field` of a filter is for a chip. */
function fieldOf({ subject, name }: ConditionChip): string {
  if (subject === 'data') return `data.${name}`
  return subject === 'event' ? name : subject === 'segment' ? name || 'segment' : subject
}

/** How the values of a chip are joined: each is a filter of its own. */
const many: Partial<Record<ChipOperator, [FilterOperator, FilterOperator | null, 'AND' | 'OR']>> = {
  anyOf: ['equals', 'notExists', 'OR'],
  noneOf: ['notEquals', 'exists', 'AND'],
  memberOfSegment: ['memberOfSegment', null, 'OR'],
  notMemberOfSegment: ['notMemberOfSegment', null, 'AND'],
}

/** The filters that a chip stands for; null while it is not finished. `types`: of its field. */
export function partOf(chip: ConditionChip, types: readonly FieldType[]): FilterGroup | null {
  if (chip.read) return chip.read
  const { operator, form } = chip
  const field = fieldOf(chip)
  const joined = many[operator]
  if (joined) {
    const [of, none, logic] = joined
    const filters = form.values.flatMap((value): Filter[] => {
      if (value !== null) return [{ field, operator: of, value: typedAs(value, types) }]
      return none ? [{ field, operator: none }] : []
    })
    return together(filters, logic)
  }
  if (operator === 'between')
    return rangePart(field, form, isTurned(types[0] === 'date' ? 'days' : 'numbers', form))
  if (operator === 'anyOf' || operator === 'noneOf') return null
  const kind = kindOf(operator)
  if (kind === 'presence' || kind === 'event') return { filters: [{ field, operator }] }
  const text = form.text.trim()
  if (kind === 'age' || kind === 'eventAge') {
    const value = numberOf(text)
    return value === null || value < 0 ? null : { filters: [{ field, operator, value, unit: form.unit }] }
  }
  if (text === '') return null
  if (kind !== 'order') return { filters: [{ field, operator, value: text }] }
  const value = numberOf(text)
  return value === null ? null : { filters: [{ field, operator, value }] }
}

/** A value that was typed for numbers is one: services do not take "5" for 5. */
function typedAs(value: string | number | boolean, types: readonly FieldType[]): string | number | boolean {
  if (typeof value !== 'string' || types[0] !== 'number') return value
  return numberOf(value) ?? value
}

function together(filters: readonly Filter[], logic: 'AND' | 'OR'): FilterGroup | null {
  const [first] = filters
  if (!first) return null
  if (filters.length === 1) return { filters: [first] }
  return { filters: [], conditions: { logic, groups: filters.map((filter) => ({ filters: [filter] })) } }
}

function rangePart(field: string, { from, to }: ValueForm, turned: boolean): FilterGroup | null {
  if (turned) return null
  const end = (text: string, operator: FilterOperator): Filter[] => {
    const value = isDay(text) ? text : numberOf(text)
    return value === null ? [] : [{ field, operator, value }]
  }
  return together([...end(from, 'greaterThanOrEqual'), ...end(to, 'lessThanOrEqual')], 'AND')
}

/** The types of the values of a chip's field, the most frequent first. */
export type TypesOf = (chip: ConditionChip) => readonly FieldType[]

/** The condition that a group means, without what is not finished; null of nothing. */
export function conditionOf(
  { logic, children }: Pick<ConditionGroup, 'logic' | 'children'>,
  types: TypesOf,
): FilterCondition | null {
  const groups: FilterGroup[] = []
  for (const child of children) {
    const nested = child.kind === 'group' ? conditionOf(child, types) : null
    const part =
      child.kind === 'chip' ? partOf(child, types(child)) : nested && { filters: [], conditions: nested }
    if (part === null) continue
    const last = groups.at(-1)
    // All of a condition are filters of one group, as far as nothing is nested among them.
    const joins = logic === 'AND' && last && !last.conditions && !part.conditions
    if (joins) last.filters = [...last.filters, ...part.filters]
    else groups.push({ ...part })
  }
  return groups.length === 0 ? null : { logic, groups }
}

/** Whether every chip asks something, and there is one. */
export function isFinished(group: ConditionGroup, types: TypesOf): boolean {
  return (
    group.children.length > 0 &&
    group.children.every((child) =>
      child.kind === 'chip' ? partOf(child, types(child)) !== null : isFinished(child, types),
    )
  )
}

/** How many groups are within each other, itself counted. */
export function depthOf({ children }: ConditionGroup): number {
  return 1 + Math.max(0, ...children.map((child) => (child.kind === 'group' ? depthOf(child) : 0)))
}
