/** What is remembered of a service from earlier. */
export interface ServiceQuirks {
  /** It takes changes of campaigns by PUT alone. */
  campaignsByPut: boolean
  /** It takes events with the public key alone. */
  eventsByPublicKey: boolean
}
