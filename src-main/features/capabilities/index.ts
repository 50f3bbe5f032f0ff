/** What others may use of capabilities: finding out what a service can do. */
export { Capabilities, type CapabilityOptions } from './capabilities'
