import type { MessagePort } from 'node:worker_threads'
import { SerialQueue } from '../../../src-shared/serial-queue'
import { speakIn } from '../../core/language'
import { messageOf, type WorkerCall, type WorkerMessage } from '../../core/database/called-worker'
import { looking, openEngine, type Engine } from './check/engine'
import { ofImport } from './check/import-file'
import type { StagingProgress, StagingStart } from './rows'

/** How often progress is told at most, in milliseconds. */
const quiet = 100

/**
 * Takes the calls of an import. What changes something is done one after the other, in the order it was asked for; what
 * only looks is answered meanwhile.
 */
class ImportCallQueue {
  private readonly stops = new Map<number, AbortController>()
  private readonly line = new SerialQueue()
  private told = -Infinity
  private isTold = false

  constructor(
    private readonly engine: Engine,
    private readonly say: (message: WorkerMessage<StagingProgress | null>) => void,
  ) {}

  /** Tells how far something is, at most ten times a second. */
  tell(progress: StagingProgress): void {
    const now = performance.now()
    if (now - this.told < quiet) return
    this.told = now
    this.isTold = true
    this.say({ kind: 'told', told: progress })
  }

  take(call: Extract<WorkerCall, { kind: 'call' }>): void {
    const stop = new AbortController()
    this.stops.set(call.id, stop)
    const method: unknown = Reflect.get(this.engine, call.method)
    if (typeof method === 'function' && looking.has(method)) void this.answer(call, stop.signal)
    else void this.line.run(() => this.answer(call, stop.signal))
  }

  stop(id: number): void {
    this.stops.get(id)?.abort()
  }

  /** Stops what is under way; resolves when nothing is. */
  async end(): Promise<void> {
    for (const stop of this.stops.values()) stop.abort()
    await this.line.idle()
  }

  private async answer(
    { id, method, args }: { id: number; method: string; args: unknown[] },
    signal: AbortSignal,
  ) {
    try {
      const act: unknown = Reflect.get(this.engine, method)
      if (typeof act !== 'function') throw new Error(`An import has no ${method}`)
      const value: unknown = await Reflect.apply(act, this.engine, [args, signal])
      this.rest()
      this.say({ kind: 'answer', id, value })
    } catch (error) {
      this.rest()
      const failure = ofImport(error)
      this.say({ kind: 'failure', id, problem: failure.problem, detail: messageOf(failure.cause ?? error) })
    } finally {
      this.stops.delete(id)
    }
  }

  private rest(): void {
    if (!this.isTold) return
    this.isTold = false
    this.told = -Infinity
    this.say({ kind: 'told', told: null })
  }
}

/** Opens the rows of an import and answers calls of them that come by a port, which is closed at the end. */
export function serveImport(port: MessagePort, start: StagingStart): void {
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
      else if (call.kind === 'speak')
        void speakIn(call.language).then(() => say({ kind: 'answer', id: call.id, value: null }))
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
