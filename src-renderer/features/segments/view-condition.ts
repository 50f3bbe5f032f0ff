import { t } from '../../../src-shared/messages/message'
import type { ContactFilter, DataField, SavedView } from '../../../src-shared/bridge/contacts'
import {
  type Filter,
  type FilterCondition,
  filterConditionSchema,
} from '../../../src-shared/interface/filter'
import { filterWords } from '../../lists/grid/filter-words'
import { eventOf, fieldTypes } from '../../lists/grid/field-words'
import { eventOperator } from './condition/filter-parts'

/** What a saved view asks for as a condition of the service's grammar, or why the service cannot ask for that. */
type ViewCondition = { condition: FilterCondition } | { why: string }

/** What a filter of a list becomes: filters that must all hold, or alternatives. Null: there is no such condition. */
type Parts = { all: Filter[] } | { any: Filter[] } | null

/** A view's question as a condition. `known`: the keys of `data`, by whose types dates are told from numbers. */
export function viewCondition({ query }: SavedView, known: readonly DataField[]): ViewCondition {
  if (query.search.trim() !== '') return { why: t('segments.viewCondition.itSearches') }
  if (query.of !== undefined) return { why: t('segments.viewCondition.itIsOfAnImport') }
  if (query.filters.length === 0) return { why: t('segments.viewCondition.itHasNoFilter') }
  const filters: Filter[] = []
  const alternatives: Filter[][] = []
  for (const filter of query.filters) {
    const parts = partsOf(filter, known)
    if (parts === null) return { why: refusal(filter, known) }
    if ('all' in parts) filters.push(...parts.all)
    else alternatives.push(parts.any)
  }
  const groups = alternatives.map((any) => ({
    filters: [],
    conditions: { logic: 'OR' as const, groups: any.map((one) => ({ filters: [one] })) },
  }))
  const condition = {
    logic: 'AND' as const,
    groups: [...(filters.length > 0 ? [{ filters }] : []), ...groups],
  }
  const checked = filterConditionSchema.safeParse(condition)
  return checked.success
    ? { condition: checked.data }
    : { why: t('segments.viewCondition.theServiceCannotAsk') }
}

/** Verdicts are ours alone, of an address the service knows no domain, and it looks for no beginnings. */
function partsOf(filter: ContactFilter, known: readonly DataField[]): Parts {
  const { field } = filter
  if (field === 'verdict' || field === 'checkedAt' || field === 'domain') return null
  const event = eventOf(field)
  if (event !== null) return ofEvent(event, filter)
  switch (filter.operator) {
    case 'startsWith':
    case 'notWithin':
      return null
    case 'anyOf':
    case 'noneOf':
      return ofValues(field, filter.operator === 'anyOf', filter.values)
    case 'between':
      return ofRange(filter, known)
    case 'exists':
    case 'notExists':
      return { all: [{ field, operator: filter.operator }] }
    case 'within':
    case 'olderThan':
      return { all: [{ field, operator: filter.operator, value: filter.value, unit: filter.unit }] }
    default:
      return { all: [{ field, operator: filter.operator, value: written(field, filter.value, known) }] }
  }
}

/** Of an event lists ask when it happened last, as the grammar does. */
function ofEvent(field: string, filter: ContactFilter): Parts {
  const operator = eventOperator(filter.operator)
  if (operator === null) return null
  return {
    all: [{ field, operator, ...('unit' in filter ? { value: filter.value, unit: filter.unit } : {}) }],
  }
}

function refusal(filter: ContactFilter, known: readonly DataField[]): string {
  const { field, operator, value } = filterWords(filter, fieldTypes(filter.field, known))
  return t('segments.viewCondition.theServiceCannotAskFor', {
    filter: [field, operator, value].filter(Boolean).join(' '),
  })
}

type Ticks = Extract<ContactFilter, { operator: 'anyOf' | 'noneOf' }>['values']

function ofValues(field: string, any: boolean, values: Ticks): Parts {
  if (values.length === 0) return null
  const each = values.map((value): Filter => {
    if (value === null) return { field, operator: any ? 'notExists' : 'exists' }
    return { field, operator: any ? 'equals' : 'notEquals', value }
  })
  return any && each.length > 1 ? { any: each } : { all: each }
}

/** Whoever has no value passes beside a range only where it is the one end: two ends and nothing need more than a line. */
function ofRange(
  filter: Extract<ContactFilter, { operator: 'between' }>,
  known: readonly DataField[],
): Parts {
  const { field, from, to, closed = false, orMissing = false } = filter
  const ends: Filter[] = [
    ...(from === null
      ? []
      : [{ field, operator: 'greaterThanOrEqual' as const, value: written(field, from, known) }]),
    ...(to === null
      ? []
      : [
          {
            field,
            operator: closed ? ('lessThanOrEqual' as const) : ('lessThan' as const),
            value: written(field, to, known),
          },
        ]),
  ]
  if (ends.length === 0) return null
  if (!orMissing) return { all: ends }
  return ends.length === 1 ? { any: [...ends, { field, operator: 'notExists' }] } : null
}

/** Lists write a time as milliseconds since 1970, the service as a text. */
function written<Value extends string | number | boolean>(
  field: ContactFilter['field'],
  value: Value,
  known: readonly DataField[],
): Value | string {
  const isTime = typeof value === 'number' && fieldTypes(field, known)[0] === 'date'
  return isTime ? new Date(value).toISOString() : value
}
