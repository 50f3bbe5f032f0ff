/** What others may use of the part of the copy that belongs to the outbox. */
export type { OutboxStore } from './api'
export { type OutboxTable, outboxTable } from './outbox'
