/** What others may use of the part of the copy that belongs to imports. */
export { type ImportStore, importTables } from './import-record'
export { importStore } from './imports'
