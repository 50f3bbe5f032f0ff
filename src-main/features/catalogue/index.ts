/** What others may use of the catalogue: its writes, its names and what uses what. */
export { isDeployed, languageOf } from './deployed'
export { isNotSentYet, usesOfSegment } from './used-by'
export { CatalogueWriting, type WritingAccess, refuseMistyped } from './writing'
