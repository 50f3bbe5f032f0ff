/** What others may use of the catalogue: its writes, its names and what uses what. */
export { isDeployed, languageOf } from './deployed'
export { type CataloguePage, type CatalogueSlice, pageOf, recordOf } from './page'
export { isNotSentYet, usesOfSegment } from './used-by'
export { type CatalogueChange, CatalogueWriting, type WritingAccess, refuseMistyped } from './writing'
