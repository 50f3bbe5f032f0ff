import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { WorkerCall, WorkerMessage } from '../../core/database/called-worker'
import { openEngine } from './check/engine'
import { ofImport } from './check/file'
import { ImportCallQueue } from './call-queue'
import type { StagingProgress, StagingStart } from './rows'

function main(port: MessagePort, start: StagingStart): void {
  const say = (message: WorkerMessage<StagingProgress | null>) => port.postMessage(message)
  try {
    const { engine, close } = openEngine({
      ...start,
      now: () => Date.now(),
      tell: (progress) => calls.tell(progress),
    })
    const calls = new ImportCallQueue(engine, say)
    port.on('message', (call: WorkerCall) => {
      if (call.kind === 'call') calls.take(call)
      else if (call.kind === 'abort') calls.stop(call.id)
      else void calls.end().then(() => end(call.id, close))
    })
    say({ kind: 'opened' })
  } catch (error) {
    say({ kind: 'refused', problem: ofImport(error).problem })
    port.close()
  }

  function end(id: number, close: () => void): void {
    try {
      close()
      say({ kind: 'answer', id, value: null })
    } catch (error) {
      say({ kind: 'failure', id, problem: ofImport(error).problem, detail: String(error) })
    } finally {
      port.close()
    }
  }
}

if (parentPort !== null) main(parentPort, workerData as StagingStart)
