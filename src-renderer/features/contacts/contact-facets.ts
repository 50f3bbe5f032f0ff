import type { Bridge } from '../../../src-shared/bridge/contract'
import {
  contactFieldSchema,
  contactFilterSchema,
  type ContactQuery,
} from '../../../src-shared/bridge/contacts'
import type { GridSource } from '../../lists/grid/list-field'

/** Counts per value among the contacts of a query, under other filters. */
export const contactFacets = async (
  contacts: Bridge['contacts'],
  query: ContactQuery,
  ...[asked, options]: Parameters<GridSource['count']>
) => {
  const filters = contactFilterSchema.array().parse(asked.filters)
  const fields = contactFieldSchema.array().parse(asked.fields)
  const answer = await contacts.facets({ query: { ...query, filters }, fields, limit: asked.limit }, options)
  return answer.facets
}
