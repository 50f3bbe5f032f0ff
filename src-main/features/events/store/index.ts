/** What others may use of the part of the copy that belongs to events. */
export type { EventStore, MailEvent } from './api'
export { namesCampaign } from './campaign-mails'
export { EventMatches } from './matches'
export { EventNames } from './names'
export { type EventColumns, type StoredEvent, ownEmail } from './record'
export { eventStore } from './store'
export { EventTable } from './table'
export { type EventFollower, EventWriter } from './write'
