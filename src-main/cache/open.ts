import { Emitter } from '../../src-shared/emitter'
import type { CacheWorkerSource } from '../core/host'
import type { Logger } from '../core/log'
import { problem } from '../core/problems'
import { cacheLimits } from '../core/worker-limits'
import { CalledWorker } from '../core/database/called-worker'
import type { CacheMessage, WorkerStart } from './protocol'
import type { AsyncStore, Cache } from './store'
import type { CacheLocation } from '../core/database/location'

type Listener = Parameters<Cache['watch']>[0]

/**
 * Opens the cache of a folder in a worker of its own. Rejects with `cache_damaged`, `cache_wrong_key`,
 * `cache_newer`, `cache_busy`, `disk_full` or `file_unwritable`; the file is then as it was. Should the worker
 * end later, every call rejects with `cache_worker_stopped`, and the cache can be opened anew.
 */
export async function openCache(options: {
  location: CacheLocation
  worker: CacheWorkerSource
  log: Logger
}): Promise<Cache> {
  const listeners = new Emitter<Parameters<Listener>[0]>()
  const data: WorkerStart = { location: options.location }
  const worker = new CalledWorker<CacheMessage>({
    worker: options.worker,
    data,
    limits: cacheLimits,
    log: options.log,
    failures: { worker: 'cache_worker_failed', call: 'cache_call_failed' },
    stopped: () => problem('cache_worker_stopped'),
    hear: (told) => {
      if (told.kind === 'trouble') options.log.warn('cache_task_failed', { detail: told.detail })
      else listeners.emit(told.copy)
    },
  })
  await worker.opened()
  return Object.assign(worker.areas<AsyncStore>(), {
    watch: (listener: Listener) => listeners.add(listener),
    close: () => worker.close(),
  })
}
