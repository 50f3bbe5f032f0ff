import type { ContactField, DataField } from '../../../src-shared/bridge/contacts'
import { keyFacets } from '../../lists/grid/facet-choice'

const dataFacets = 4

/** Which fields of contacts get a facet: ours, and between them keys of `data`. */
export function facetFields(known: readonly DataField[]): ContactField[] {
  return ['verdict', 'subscribed', ...keyFacets(known, dataFacets), 'domain']
}
