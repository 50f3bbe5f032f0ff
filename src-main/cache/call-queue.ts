import { setImmediate as turn } from 'node:timers/promises'
import type { Assembled } from './assemble'
import { messageOf, type WorkerCall, type WorkerMessage } from '../core/database/called-worker'
import { speakIn } from '../core/language'
import { translate } from '../core/database/failures'
import { problem } from '../core/problems'
import type { CacheMessage } from './protocol'
import { isSteps, type Steps } from '../core/database/session'

interface QueuedTask {
  id: number
  steps: Steps<unknown>
}

/**
 * Takes calls one at a time. What takes long is done in slices between which other calls are answered; what
 * nobody waits for is done when nothing else is.
 */
export class CallQueue {
  private readonly waiting: QueuedTask[] = []
  private task: Steps<void> | null = null
  private woken = false
  private closed = false

  constructor(
    private readonly assembled: Assembled,
    private readonly say: (message: WorkerMessage<CacheMessage>) => void,
    private readonly close: () => void,
  ) {}

  /** Carries a call out. Answers true once the store was closed by it. */
  take(call: WorkerCall): boolean {
    if (call.kind === 'close') {
      this.closed = true
      this.attempt(call.id, () => this.close())
      return true
    }
    if (call.kind === 'call') this.carryOut(call)
    if (call.kind === 'abort') this.abort(call.id)
    if (call.kind === 'speak') void speakIn(call.language).then(() => this.attempt(call.id, () => null))
    return false
  }

  private carryOut({ id, method: name, args }: Extract<WorkerCall, { kind: 'call' }>): void {
    const [area = '', method = ''] = name.split('.')
    this.attempt(id, () => {
      const methods: unknown = Reflect.get(this.assembled.store, area)
      const call: unknown =
        typeof methods === 'object' && methods !== null ? Reflect.get(methods, method) : null
      if (typeof call !== 'function') throw new Error(`The cache has no ${name}`)
      return Reflect.apply(call, methods, args) as unknown
    })
    this.rest()
  }

  /** Ends what nobody waits for any more, unless it has ended by itself. */
  private abort(id: number): void {
    const at = this.waiting.findIndex((task) => task.id === id)
    const [task] = at < 0 ? [] : this.waiting.splice(at, 1)
    if (!task) return
    this.attempt(id, () => {
      task.steps.return(undefined)
      throw problem('cancelled')
    })
  }

  /** Goes on with what was left for later, as soon as no call waits in the port. */
  rest(): void {
    if (this.woken || this.closed) return
    this.woken = true
    void turn().then(() => {
      this.woken = false
      if (!this.closed && this.slice()) this.rest()
    })
  }

  /** One slice of the oldest thing to do; false where there is nothing. */
  private slice(): boolean {
    const next = this.waiting.shift()
    if (next !== undefined) {
      // Round robin: a long piece of work does not hold up one that came later and is short.
      this.attempt(next.id, () => next.steps)
      return true
    }
    try {
      this.task ??= this.assembled.nextTask()
      if (this.task === null) return false
      if (this.task.next().done === true) this.task = null
      return true
    } catch (error) {
      // Nobody asked for it. It is tried again after the next call.
      this.task = null
      this.say({ kind: 'told', told: { kind: 'trouble', detail: messageOf(error) } })
      return false
    }
  }

  private attempt(id: number, act: () => unknown): void {
    try {
      const result = act()
      if (!isSteps(result)) return this.say({ kind: 'answer', id, value: result })
      const step = result.next()
      if (step.done === true) this.say({ kind: 'answer', id, value: step.value })
      else this.waiting.push({ id, steps: result })
    } catch (error) {
      const failure = translate(error)
      this.say({ kind: 'failure', id, problem: failure.problem, detail: messageOf(failure.cause ?? error) })
    }
  }
}
