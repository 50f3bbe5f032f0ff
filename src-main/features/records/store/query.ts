import type { ContactField, ContactFilter, ContactQuery, Facet } from '../../../../src-shared/bridge/contacts'
import type {
  RecordFacet,
  RecordField,
  RecordFilter,
  RecordQuery,
} from '../../../../src-shared/bridge/records'

/** Under which number the index knows the rows of "since the last time". */
export const sinceGroup = 1

/** A field as the index over contacts knows it: an id is where they have an address, a change where they have theirs. */
export function contactFieldOf(field: RecordField): ContactField {
  if (field === 'id') return 'email'
  return field === 'changedAt' ? 'updatedAt' : field
}

/**
 * A query as the index over contacts knows it. Records have no moment of their own there, so its newest-first is the
 * order in which they were read; the reverse of it is SQLite's to give.
 */
export function contactQueryOf({ search, filters, sort, sinceLast, among }: RecordQuery): ContactQuery {
  return {
    search,
    filters: filters.map(contactFilterOf),
    sort:
      sort.field === 'order'
        ? { field: 'createdAt', direction: 'desc' }
        : { field: contactFieldOf(sort.field), direction: sort.direction },
    ...(sinceLast ? { of: { importId: sinceGroup, name: '' } } : {}),
    ...(among ? { among } : {}),
  }
}

/** A facet as the page knows it. */
export function recordFacetOf(facet: Facet, field: RecordField): RecordFacet {
  return { ...facet, field }
}

/** Whether a query shows all records as they were read: then SQLite has its order. */
export function isAsRead({ search, filters, sort, sinceLast, among }: RecordQuery): boolean {
  return search.trim() === '' && filters.length === 0 && sort.field === 'order' && !sinceLast && !among
}

function contactFilterOf(filter: RecordFilter): ContactFilter {
  return { ...filter, field: contactFieldOf(filter.field) }
}
