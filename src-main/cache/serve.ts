import type { MessagePort } from 'node:worker_threads'
import { asProblem } from '../core/problems'
import { assemble } from './assemble'
import { openDatabase } from '../core/database/database'
import { CallQueue } from './call-queue'
import { translate } from '../core/database/failures'
import { migrations } from './schema/first'
import type { WorkerMessage } from '../core/database/called-worker'
import type { CacheMessage, WorkerStart } from './protocol'

/** How often listeners hear of changes, at most: every so many milliseconds. */
const quiet = 100

/** After so many milliseconds without a call, memory is given back. */
const pause = 15_000

/** Opens a cache and answers calls of it that come by a port, which is closed at the end. */
export function serveCache(port: MessagePort, { location }: WorkerStart): void {
  const say = (message: WorkerMessage<CacheMessage>) => port.postMessage(message)
  try {
    const db = openDatabase(location, migrations)
    const assembled = assemble(db, {
      folder: location.folder,
      encrypted: location.key !== null,
      now: () => Date.now(),
      monotonic: () => performance.now(),
    })
    let timer: NodeJS.Timeout | null = null
    assembled.onChange((counters) => {
      timer ??= setTimeout(() => {
        timer = null
        say({ kind: 'told', told: { kind: 'changed', copy: counters } })
      }, quiet)
    })
    let busy = false
    const relaxing = setInterval(() => {
      if (!busy) assembled.relax()
      busy = false
    }, pause)
    const calls = new CallQueue(assembled, say, () => {
      if (timer !== null) clearTimeout(timer)
      clearInterval(relaxing)
      try {
        db.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        db.close()
      }
    })
    port.on('message', (call) => {
      busy = true
      if (calls.take(call)) port.close()
    })
    say({ kind: 'opened' })
    calls.rest()
  } catch (error) {
    say({ kind: 'refused', problem: asProblem(translate(error)).problem })
    port.close()
  }
}
