import { t } from '../../../src-shared/messages/message'
import { Activity, Braces, Calendar, Hash, List, ToggleLeft, Type } from '@lucide/vue'
import type { Component } from 'vue'
import type { DataField, FieldType } from '../../../src-shared/bridge/contacts'
import { fold } from '../../../src-shared/fold'
import type { FacetValue } from '../filter/value-form'
import { dataField, fieldName, fieldTypes } from './field-words'
import { valueWords } from './filter-words'
import type { ListFacet, ListField, ListFilter } from './list-field'

/** What a filter can be begun with: a field, or a value of one. */
export interface FilterItem {
  id: string
  group: string
  label: string
  mono: boolean
  icon: Component
  count: number | null
  field: ListField
  /** Of a value: its field, in mono. */
  before?: string
  value?: FacetValue
}

const icons: Record<FieldType, Component> = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  date: Calendar,
  object: Braces,
  list: List,
}

/** The icon of what a field holds. */
export function fieldIcon(types: readonly FieldType[]): Component {
  return icons[types[0] ?? 'text']
}

/** The fields whose name holds what is typed: the list's own in words, then the keys of `data`, the most filled first. */
export function fieldItems(
  own: readonly ListField[],
  known: readonly DataField[],
  typed: string,
): FilterItem[] {
  const wanted = fold(typed.trim())
  const counts = new Map<ListField, number>(known.map(({ key, count }) => [dataField(key), count]))
  return [...own, ...counts.keys()]
    .map((field): FilterItem => {
      const icon = fieldIcon(fieldTypes(field, known))
      return {
        id: field,
        group: t('words.fields'),
        ...fieldName(field),
        icon,
        count: counts.get(field) ?? null,
        field,
      }
    })
    .filter(({ label }) => fold(label).includes(wanted))
}

/** The events whose name holds what is typed, with how many people had each. */
export function eventItems(
  names: readonly string[],
  typed: string,
  people: (filter: ListFilter) => number | null,
): FilterItem[] {
  const wanted = fold(typed.trim())
  return names
    .filter((name) => fold(name).includes(wanted))
    .map((name): FilterItem => {
      const field: ListField = `event.${name}`
      const count = people({ field, operator: 'exists' })
      return { id: field, group: t('words.events'), label: name, mono: true, icon: Activity, count, field }
    })
}

/** The values that were found, the most frequent first. */
export function valueItems(facets: readonly ListFacet[], most: number): FilterItem[] {
  return facets
    .flatMap(({ field, values }) =>
      values.map(({ value, count }): FilterItem => {
        const label = valueWords(value, field)
        const { label: before } = fieldName(field)
        const id = `${field} ${String(value)}`
        return { id, group: t('words.values'), label, mono: false, icon: Type, count, field, before, value }
      }),
    )
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .slice(0, most)
}

/** The fields in whose values a text is looked for: texts, as many as are asked of at once. */
export function textFields(known: readonly DataField[]): ListField[] {
  return known
    .filter(({ types }) => types[0] === 'text' || types[0] === 'list')
    .slice(0, 12)
    .map(({ key }) => dataField(key))
}
