/** What others may use of records: their connections and their way into an import. */
export { RecordConnections } from './connections'
export type { AskedRecords } from './export'
export { RecordHandover } from './handover'
export { type ConnectionRegistry, storedConnectionSchema } from './registry'
