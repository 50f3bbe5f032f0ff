/** What others may use of the outbox: writes on their way to the service. */
export { openOutbox } from './outbox'
