/** What others may use of the catalogue: its writes, its names and what uses what. */
export { isDeployed, languageOf } from './deployed'
export type { CataloguePage, CatalogueSlice } from './page'
export { isNotSentYet, usesOfSegment } from './used-by'
export { CatalogueWriting, type WritingAccess, refuseMistyped } from './writing'
