import type { CacheLocation } from '../core/database/location'

/** What the worker is started with, or told by its first message where it was started with null. */
export interface WorkerStart {
  location: CacheLocation
}

/** What the worker tells unasked: changes of the copy, and failures worth logging. */
export type CacheMessage =
  | { kind: 'changed'; copy: { revision: number; contacts: number; events: number } }
  | { kind: 'trouble'; detail: string }
