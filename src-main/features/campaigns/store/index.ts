/** What others may use of the part of the copy that belongs to campaigns: sendings that were held. */
export { sendingTables } from './schema'
export { type SendingStore, sendingStore } from './sendings'
