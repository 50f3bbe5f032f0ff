/** What others may use of the part of the copy that belongs to the catalogue. */
export {
  type CataloguePart,
  type CataloguePartStore,
  type CatalogueStore,
  type PartsOf,
  mostExecutions,
  ownerLists,
} from './api'
export { type DraftStore, draftStore } from './drafts'
export { type ExecutionStore, executionStore } from './executions'
export { PartTable } from './parts'
export { catalogueTables } from './schema'
export { catalogueStore, sweepable } from './store'
export { catalogueTable } from './table'
