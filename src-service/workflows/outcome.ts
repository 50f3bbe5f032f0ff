/** What becomes of an execution at a step. */
export type Outcome =
  /** It goes on, by this way out. */
  | { kind: 'on'; branch: string | null }
  /** It waits; until `wakeAt` (milliseconds since 1970) where it goes on by itself. */
  | { kind: 'wait'; wakeAt: number | null }
  /** It stays until its webhook was called. */
  | { kind: 'call' }
  | { kind: 'end'; status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'; reason: string | null }

/** It goes on by the one way out there is. */
export const onward: Outcome = { kind: 'on', branch: null }

/** It ends, because it cannot go on. */
export function failed(reason: string): Outcome {
  return { kind: 'end', status: 'FAILED', reason }
}
