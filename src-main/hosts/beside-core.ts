import path from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  isTurnedOff,
  keychainProgram,
  type KeychainChild,
  type StartKeychainChild,
} from '../core/keychain/child'
import { cacheLimits } from '../core/worker-limits'
import type { CacheWorkerSource } from '../core/host'

/** The programs that run beside the core, as it asks for them: the copy's worker, and the keychain's process. */
export interface BesideCore {
  cacheWorker: CacheWorkerSource
  keychain: { file: string; start: StartKeychainChild }
}

/** How a host runs the programs beside its core. */
interface BesideWishes {
  /** The folder of the built programs. */
  programs: string
  fork: StartKeychainChild
  /** Whether one of each starts now, before it is known what is asked of it: it is read while the core is. */
  ahead: boolean
}

/** The built programs beside the core. What was started ahead goes to the first who asks, unless it has ended by then. */
export function besideCore({ programs, fork, ahead }: BesideWishes): BesideCore {
  const cacheFile = path.join(programs, 'cache-worker.js')
  const keychainFile = path.join(programs, keychainProgram)
  return {
    cacheWorker: { file: cacheFile, ...(ahead && { start: waitingCache(cacheFile) }) },
    keychain: { file: keychainFile, start: ahead ? waitingKeychain(fork, keychainFile) : fork },
  }
}

/** The first copy that opens says by a message what others have as `workerData`. */
function waitingCache(file: string): NonNullable<CacheWorkerSource['start']> {
  const worker = new Worker(file, { workerData: null, resourceLimits: cacheLimits })
  worker.unref()
  const take = waiting(worker, (drop) => worker.once('error', drop).once('exit', drop))
  return (given) => {
    const taken = take()
    if (taken === null) return new Worker(file, given)
    taken.ref()
    taken.postMessage(given.workerData)
    return taken
  }
}

function waitingKeychain(fork: StartKeychainChild, file: string): StartKeychainChild {
  if (isTurnedOff(process.env)) return fork
  const child = fork(file)
  const take = waiting<KeychainChild>(child, (drop) => child.onExit(drop))
  return (asked) => take() ?? fork(asked)
}

/** Gives what was started to the first who asks; null to every other, and where it has ended before. */
function waiting<T>(started: T, onEnd: (drop: () => void) => unknown): () => T | null {
  let kept: T | null = started
  const drop = () => void (kept = null)
  onEnd(drop)
  return () => {
    const taken = kept
    drop()
    return taken
  }
}
