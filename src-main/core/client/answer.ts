/** An answer with what the activity log keeps of it. */
export interface Answer<T> {
  value: T
  status: number
  requestId: string | null
  durationMs: number
  /** How many requests of the call may have reached the service before the one it answers; absent: none. */
  earlier?: number
}
