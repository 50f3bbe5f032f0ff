/** What others may use of the part of the copy that belongs to records. */
export type { ApplyRecordPage, RecordOutcome, RecordStore } from './api'
export { recordChangeTables, recordTables } from './schema'
export { openRecords } from './store'
