import type { Problem } from '../../../src-shared/problem'
import type { StagingProgress } from './staging'

/** What the worker of an import is started with. */
export interface StagingStart {
  folder: string
  id: number
  key: string | null
  cacheFolder: string
}

/** A call of a method; `abort` stops an earlier one; `close` ends the worker. */
export type StagingCall =
  | { kind: 'call'; id: number; method: string; args: unknown[] }
  | { kind: 'abort'; id: number }
  | { kind: 'close'; id: number }

/** What the worker says. `progress` null: nothing long is under way any more. */
export type StagingMessage =
  | { kind: 'opened' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; problem: Problem; detail: string }
  | { kind: 'progress'; progress: StagingProgress | null }
