import type { DataField } from '../../../src-shared/bridge/contacts'
import { dataField } from './field-words'
import type { FacetValue } from '../filter/value-form'
import type { ListField, ListFilter, ListFacet } from './list-field'

/** Most values that a field may have to be worth a facet, and fewest. */
const facetRange = { min: 2, max: 60 } as const

/** Which keys of `data` get a facet: the most filled ones that have few different values. */
export function keyFacets(known: readonly DataField[], most: number): `data.${string}`[] {
  const keys = known.filter(
    ({ types, distinct }) =>
      (types[0] === 'text' || types[0] === 'boolean') &&
      distinct !== null &&
      distinct >= facetRange.min &&
      distinct <= facetRange.max,
  )
  return keys.slice(0, most).map(({ key }) => dataField(key))
}

/** Whether a facet tells anything: that nobody was ever checked does not. */
export function tells(facet: ListFacet, filters: readonly ListFilter[]): boolean {
  if (facet.field !== 'verdict' || filters.some(({ field }) => field === 'verdict')) return true
  return facet.values.some(({ value }) => value !== null)
}

/** What of a field's values a filter lets through by name; null where the field's filter is of another kind. */
function named(filter: ListFilter): FacetValue[] | null {
  if (filter.operator === 'anyOf') return filter.values
  if (filter.operator === 'equals') return [filter.value]
  return filter.operator === 'notExists' ? [null] : null
}

const same = (one: FacetValue, other: FacetValue) =>
  one === other || (one !== null && other !== null && String(one) === String(other))

/** Whether a facet's value is among those chosen. */
export function isChosen(filters: readonly ListFilter[], field: ListField, value: FacetValue): boolean {
  return filters.some(
    (filter) => filter.field === field && (named(filter)?.some((name) => same(name, value)) ?? false),
  )
}

/** The filters after a click on a facet's value: it joins those chosen of its field, or leaves them. */
export function toggleChoice(
  filters: readonly ListFilter[],
  field: ListField,
  value: FacetValue,
): ListFilter[] {
  const at = filters.findIndex((filter) => filter.field === field && named(filter) !== null)
  const before = at < 0 ? [] : (named(filters[at]!) ?? [])
  const values = before.some((name) => same(name, value))
    ? before.filter((name) => !same(name, value))
    : [...before, value]
  const next: ListFilter[] = values.length === 0 ? [] : [{ field, operator: 'anyOf', values }]
  return at < 0 ? [...filters, ...next] : [...filters.slice(0, at), ...next, ...filters.slice(at + 1)]
}
