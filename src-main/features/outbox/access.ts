import type { ServiceClient } from '../../core/client/client'

/** The way to the service, as the outbox sees it. */
export interface OutboxAccess {
  readonly client: ServiceClient
  readonly online: boolean
}
