/** What others may use of the part of the copy that belongs to capabilities. */
export { type CapabilityStore, capabilityStore, capabilityTables } from './capabilities'
