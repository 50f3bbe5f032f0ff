import { parentPort, workerData } from 'node:worker_threads'
import { speakAsStarted } from '../../core/language'
import { serveImport } from './serve'
import type { StagingStart } from './rows'

const port = parentPort
if (port !== null) void speakAsStarted().then(() => serveImport(port, workerData as StagingStart))
