import type { Engine } from './check/engine'
import type { StagingProgress } from './rows'

/**
 * The rows of one import: in an encrypted file of their own (`imports/<id>.db` beside the cache), in a worker of their
 * own, so that a million of them are read, classed and browsed in bounded memory and nothing else waits for it. What a
 * method changed is committed when it answers: a kill at any instruction loses nothing that was answered. All failures
 * are ProblemErrors. What the methods are is said where they are implemented, in the {@link Engine}.
 */
export type Staging = EngineCalls & {
  /** Calls back while something long is under way, at most ten times a second. Returns the way to stop. */
  watch(listener: (progress: StagingProgress | null) => void): () => void
  close(): Promise<void>
}

/** The methods of the engine as they are called from another thread. */
export type EngineCalls = {
  [Name in keyof Engine]: Parameters<Engine[Name]> extends [infer Args extends unknown[], ...unknown[]]
    ? (...args: Args) => Promise<Awaited<ReturnType<Engine[Name]>>>
    : () => Promise<Awaited<ReturnType<Engine[Name]>>>
}
