import type { Problem } from '../../src-shared/problem'
import type { ServiceClient } from '../core/client/client'

/** The way to the service, as jobs see it. */
export interface JobAccess {
  readonly client: ServiceClient
  readonly online: boolean
  /** Why it is not online, or why a person must act first. */
  readonly problem: Problem | null
  /** Called with every change. Returns the way to stop. */
  watch(listener: () => void): () => void
}
