/** What others may use of the part of the copy that belongs to imports. */
export type { ImportStore } from './import-record'
export { importStore } from './imports'
export { importTables } from './schema'
