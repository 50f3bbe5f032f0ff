import type { ProblemError } from '../../../src-shared/problem'

/** Leave to send one request. Exactly one of the methods is to be called, when nothing more of it can come. */
export interface Permit {
  /** Monotonic instant of sending. */
  readonly sentAt: number
  /** The service answered. `retryAfterMs` counts with 429 alone. */
  answered(status: number, durationMs: number, retryAfterMs: number | null): void
  /**
   * No whole answer came; `sent`: the service may have seen the request. null: for a reason that says nothing about
   * the service, such as being cancelled.
   */
  failed(reason: ProblemError | null, sent: boolean): void
}
