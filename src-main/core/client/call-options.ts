/** Who waits for a request: a click goes ahead of a job, a job ahead of a sync (docs/rules.md, rule 2). */
export type Priority = 'click' | 'job' | 'sync'

/**
 * How a call is made. Aborting rejects with `cancelled`; once it has, nothing more is sent. A track that had left
 * by then rejects with `outcome_unknown` instead.
 */
export interface CallOptions {
  priority: Priority
  signal?: AbortSignal
  /** Aborting it lets a request that is on its way come to its answer, but no further one leaves. */
  stop?: AbortSignal
  /** Told once the request was written to the socket: from then on its outcome may be unknown. */
  onSent?: () => void
}

/** An answer with what the activity log keeps of it. */
export interface Answer<T> {
  value: T
  status: number
  requestId: string | null
  durationMs: number
  /** How many requests of the call may have reached the service before the one it answers; absent: none. */
  earlier?: number
}
