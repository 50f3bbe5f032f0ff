import { tell } from '../../../src-shared/messages/told'
import { Emitter } from '../../../src-shared/emitter'
import type { ProblemError } from '../../../src-shared/problem'
import { CalledWorker } from '../../core/database/called-worker'
import type { CacheWorkerSource } from '../../core/host'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'
import { workerLimits } from '../../core/worker-limits'
import type { StagingProgress, StagingStart } from './rows'
import type { EngineCalls, Staging } from './staging'

/** Rows lie in arrays beside what the engine keeps; the longest row taken has ten million letters. */
const limits = workerLimits(256)

/** How the rows of an import are opened. `folder`: the profile's; `key`: the cache's, null for plain files. */
interface StagingOptions extends StagingStart {
  worker: CacheWorkerSource
  log: Logger
}

/**
 * Opens the rows of an import in a worker of its own, making their file where there is none. Rejects with
 * `cache_damaged`, `cache_newer`, `cache_busy`, `disk_full` or `file_unwritable`, in words about the import. Should the
 * worker end later, every call rejects with `cache_worker_stopped`, and the import can be opened anew.
 */
export async function openStaging({ worker: source, log, ...start }: StagingOptions): Promise<Staging> {
  const listeners = new Emitter<StagingProgress | null>()
  const worker = new CalledWorker<StagingProgress | null>({
    worker: source,
    data: start,
    limits,
    log,
    failures: { worker: 'import_worker_failed', call: 'import_call_failed' },
    stopped,
    hear: (progress) => listeners.emit(progress),
  })
  await worker.opened()
  return Object.assign(worker.methods<EngineCalls>(), {
    watch: (listener: (progress: StagingProgress | null) => void) => listeners.add(listener),
    close: () => worker.close(),
  })
}

function stopped(): ProblemError {
  return problem('cache_worker_stopped', {
    title: tell('imports.openStaging.theImportStoppedAnswering'),
    why: tell('imports.openStaging.thePartOfPostroom'),
    action: tell('imports.openStaging.openTheImportAgain'),
  })
}
