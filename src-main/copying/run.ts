import type { RecordRun } from '../../src-shared/bridge/records'
import type { Run, RunState } from '../../src-shared/bridge/sync'
import type { Problem } from '../../src-shared/problem'
import { needsPerson } from '../core/client/reach'

/** The row of a run: over a list of the service, or over that of a connection to records. */
export type AnyRun = Run | RecordRun

/** Where the rows of runs are kept. `said`: what a run says of itself, in sentences. */
export interface RunRows<R extends AnyRun> {
  find(runId: number): Promise<{ run: R } | null>
  /** Those that are still to come to an end. */
  live(): Promise<readonly { run: R }[]>
  set(input: {
    runId: number
    state: RunState
    now: number
    problem: Problem | null
    said: readonly string[]
  }): Promise<R>
  /** Ends a run as finished; with `sweep`, deletes what it did not see. */
  finish(input: { runId: number; sweep: boolean; said: readonly string[]; now: number }): Promise<R>
}

/** Whether a run is still to come to an end. */
export function isLive({ state }: Pick<AnyRun, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'paused' || state === 'asking'
}

/** Whether a run was paused because nothing is answered to its key: with another one it goes on by itself. */
export function waitsForKey({ state, problem }: Pick<AnyRun, 'state' | 'problem'>): boolean {
  return state === 'paused' && problem !== null && needsPerson(problem)
}
