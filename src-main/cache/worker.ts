import { parentPort, workerData } from 'node:worker_threads'
import { speakAsStarted } from '../core/language'
import { serveCache } from './serve'
import type { WorkerStart } from './protocol'

const port = parentPort
if (port !== null) void speakAsStarted().then(() => serveCache(port, workerData as WorkerStart))
