import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { cacheLimits } from '../core/worker-limits'
import type { CacheWorkerSource } from '../core/host'

/** The built program of the copy's worker. */
export const cacheProgram = 'cache-worker.js'

/**
 * The copy's worker, started before it is known which copy it opens: it reads its program while this one reads its own. The
 * first copy that opens takes it, and says by a message what others have as `workerData`; every other starts a new thread.
 */
export function waitingCache(programs: string): CacheWorkerSource {
  const file = path.join(programs, cacheProgram)
  let waiting: Worker | null = new Worker(file, { workerData: null, resourceLimits: cacheLimits })
  const drop = () => void (waiting = null)
  waiting.once('error', drop)
  waiting.once('exit', drop)
  waiting.unref()
  return {
    file,
    start: (given) => {
      const worker = waiting
      if (worker === null) return new Worker(file, given)
      drop()
      worker.ref()
      worker.postMessage(given.workerData)
      return worker
    },
  }
}
