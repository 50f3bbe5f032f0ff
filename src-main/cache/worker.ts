import { parentPort, workerData } from 'node:worker_threads'
import { speakAsStarted } from '../core/language'
import { serveCache } from './serve'
import type { WorkerStart } from './protocol'

const port = parentPort
if (port !== null) {
  void speakAsStarted().then(() => {
    const start = workerData as WorkerStart | null
    if (start !== null) serveCache(port, start)
    else port.once('message', (told: WorkerStart) => serveCache(port, told))
  })
}
