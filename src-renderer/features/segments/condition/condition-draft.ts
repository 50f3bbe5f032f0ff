import type { FilterUnit } from '../../../../src-shared/interface/filter-values'
import {
  filterConditionSchema,
  type Filter,
  type FilterCondition,
  type FilterOperator,
} from '../../../../src-shared/interface/filter'
import { type FilterSubject, subjectOf, typedAs, type ValueType, valueUse } from './filter-parts'

/** A filter as it is being written. */
export interface FilterDraft {
  key: number
  subject: FilterSubject
  /** A key of `data` (`data`), the name of an event (`event`), or what a membership filter says there, which means nothing. */
  name: string
  operator: FilterOperator
  type: ValueType
  /** null: nothing was entered yet. Of a membership filter: the id of the segment. */
  text: string | null
  unit: FilterUnit
}

/** Filters that must all hold, and a condition nested among them, as they are being written. */
export interface GroupDraft {
  key: number
  filters: FilterDraft[]
  nested: ConditionDraft | null
}

/** A condition as it is being written. */
export interface ConditionDraft {
  logic: 'AND' | 'OR'
  groups: GroupDraft[]
}

/** What is wrong with a filter, in a sentence, and with which of its controls. */
export interface FilterFault {
  at: 'name' | 'operator' | 'value'
  text: string
}

/** What a draft comes to. */
export interface ReadDraft {
  /** null where something is wrong with it. */
  condition: FilterCondition | null
  /** By the key of the filter. */
  faults: ReadonlyMap<number, FilterFault>
  /** What is wrong with the whole, where no filter is at fault. */
  fault: string | null
}

let lastKey = 0
const newKey = () => (lastKey += 1)

/** A filter that nothing is entered of yet. */
export function newFilter(): FilterDraft {
  return {
    key: newKey(),
    subject: 'data',
    name: '',
    operator: 'equals',
    type: 'text',
    text: null,
    unit: 'days',
  }
}

/** A group with such a filter. */
export function newGroup(): GroupDraft {
  return { key: newKey(), filters: [newFilter()], nested: null }
}

/** A condition with such a group. */
export function newCondition(): ConditionDraft {
  return { logic: 'AND', groups: [newGroup()] }
}

/** A condition, to be changed. */
export function draftOf({ logic, groups }: FilterCondition): ConditionDraft {
  return {
    logic,
    groups: groups.map(({ filters, conditions }) => ({
      key: newKey(),
      filters: filters.map(filterDraft),
      nested: conditions ? draftOf(conditions) : null,
    })),
  }
}

function filterDraft({ field, operator, value, unit = 'days' }: Filter): FilterDraft {
  const subject = subjectOf(field, operator)
  const name = subject === 'data' ? field.slice('data.'.length) : field
  const type = typedAs(value)
  const text = value === undefined || valueUse(operator) === 'none' ? null : String(value)
  return { key: newKey(), subject, name, operator, type, text, unit }
}

/** What a draft comes to: a condition of the grammar, or what is wrong and where. */
export function readDraft(draft: ConditionDraft): ReadDraft {
  const faults = new Map<number, FilterFault>()
  const built = buildCondition(draft, faults)
  const read = filterConditionSchema.safeParse(built)
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      const filter = filterAt(draft, path)
      const last = path.at(-1)
      const at = last === 'field' ? 'name' : last === 'operator' ? 'operator' : 'value'
      if (filter && !faults.has(filter.key)) faults.set(filter.key, { at, text: message })
    }
  }
  if (read.success && faults.size === 0) return { condition: read.data, faults, fault: null }
  const fault = faults.size > 0 || read.success ? null : (read.error.issues[0]?.message ?? null)
  return { condition: null, faults, fault }
}

function buildCondition(
  { logic, groups }: ConditionDraft,
  faults: Map<number, FilterFault>,
): FilterCondition {
  return {
    logic,
    groups: groups.map(({ filters, nested }) => ({
      filters: filters.map((filter) => buildFilter(filter, faults)),
      ...(nested ? { conditions: buildCondition(nested, faults) } : {}),
    })),
  }
}

function buildFilter(draft: FilterDraft, faults: Map<number, FilterFault>): Filter {
  const { key, subject, name, operator, text, unit } = draft
  const use = valueUse(operator)
  const field = subject === 'data' ? `data.${name}` : subject === 'event' ? name : fieldOf(draft)
  if ((subject === 'data' || subject === 'event') && name === '') {
    faults.set(key, { at: 'name', text: subject === 'data' ? 'Name a field.' : 'Name an event.' })
  } else if (use !== 'none' && text === null) {
    faults.set(key, { at: 'value', text: missing[use] })
  }
  const filter: Filter = { field, operator }
  if (use === 'none' || text === null) return filter
  if (use === 'segment') return { ...filter, value: text }
  if (use === 'span') {
    const value = asNumber(text)
    if (value === null || value < 0) faults.set(key, { at: 'value', text: 'Enter a number from 0.' })
    return { ...filter, value: value ?? 0, unit }
  }
  return { ...filter, value: typedValue(draft, text, faults) }
}

const missing = {
  value: 'Enter a value.',
  span: 'Enter how long.',
  segment: 'Choose a segment.',
} as const

function typedValue(
  { key, type }: FilterDraft,
  text: string,
  faults: Map<number, FilterFault>,
): string | number | boolean {
  if (type === 'boolean') return text === 'true'
  if (type !== 'number') return text
  const value = asNumber(text)
  if (value === null) faults.set(key, { at: 'value', text: 'Enter a number.' })
  return value ?? 0
}

function asNumber(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** What stands in `field` where it is not a key of `data` or an event. */
function fieldOf({ subject, name }: FilterDraft): string {
  return subject === 'segment' ? name || 'segment' : subject
}

/** The filter that an issue of the grammar is about; null where it is about a group or the whole. */
function filterAt(draft: ConditionDraft, path: readonly PropertyKey[]): FilterDraft | null {
  const [, group, part, ...rest] = path
  const found = typeof group === 'number' ? draft.groups[group] : undefined
  if (!found) return null
  if (part === 'conditions') return found.nested ? filterAt(found.nested, rest) : null
  const [at] = rest
  return part === 'filters' && typeof at === 'number' ? (found.filters[at] ?? null) : null
}

/** How many filters a draft has, on all its levels. */
export function filtersIn({ groups }: ConditionDraft): number {
  return groups.reduce(
    (sum, { filters, nested }) => sum + filters.length + (nested ? filtersIn(nested) : 0),
    0,
  )
}
