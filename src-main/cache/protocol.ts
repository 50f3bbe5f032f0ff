import type { Problem } from '../../src-shared/problem'
import type { CacheLocation } from './store'

/** What the worker is started with. */
export interface WorkerStart {
  location: CacheLocation
}

/** A call of a method of the store. `area: 'worker', method: 'close'` ends the worker. */
export interface WorkerCall {
  id: number
  area: string
  method: string
  args: unknown[]
}

/** What the worker says: that it is open, or why not; answers; changes of the copy; failures worth logging. */
export type WorkerMessage =
  | { kind: 'opened' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; problem: Problem; detail: string }
  | { kind: 'changed'; revision: number; contacts: number; events: number }
  | { kind: 'trouble'; detail: string }
