import { Worker } from 'node:worker_threads'
import type { SpokenLanguage } from '../../../src-shared/messages/languages'
import { ProblemError, type Problem } from '../../../src-shared/problem'
import type { CacheWorkerSource, WorkerThread } from '../host'
import { followLanguage } from '../language'
import type { Logger } from '../log'
import type { WorkerLimits } from '../worker-limits'
import { problem } from '../problems'

/** What a worker is asked: a method by its name (`area.method` where there are areas), to stop an earlier call, to speak, to end. */
export type WorkerCall =
  | { kind: 'call'; id: number; method: string; args: unknown[] }
  | { kind: 'abort'; id: number }
  | { kind: 'speak'; id: number; language: SpokenLanguage }
  | { kind: 'close'; id: number }

/** What a worker says: that it is open, or why not; answers; and `told`, what nobody asked for. */
export type WorkerMessage<Notice> =
  | { kind: 'opened' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; problem: Problem; detail: string }
  | { kind: 'told'; told: Notice }

/** An error as the `detail` of a failure has it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** How a {@link CalledWorker} is started. */
interface CalledWorkerOptions<Told> {
  worker: CacheWorkerSource
  /** Plain data that it is started with. */
  data: unknown
  limits: WorkerLimits
  log: Logger
  /** The log's names for the worker's failure and for a call's. */
  failures: { worker: string; call: string }
  /** What calls reject with once it has ended. */
  stopped(): ProblemError
  hear(told: Told): void
}

interface Pending {
  resolve(value: unknown): void
  reject(error: ProblemError): void
  method: string
}

/** A worker whose methods are called from here. Calls reject with what the worker says, or with `stopped` once it is gone. */
export class CalledWorker<Notice> {
  readonly #worker: WorkerThread
  readonly #opened: Promise<void>
  readonly #ended: Promise<void>
  readonly #pending = new Map<number, Pending>()
  #stopped = false
  #nextId = 1

  constructor(private readonly options: CalledWorkerOptions<Notice>) {
    const { file, start = (given) => new Worker(file, given) } = options.worker
    const worker = start({
      workerData: options.data,
      resourceLimits: options.limits,
    })
    this.#worker = worker
    this.#opened = new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage<Notice>) => {
        if (message.kind === 'opened') resolve()
        else if (message.kind === 'refused') reject(new ProblemError(message.problem))
        else this.#hear(message)
      })
      worker.once('exit', () => reject(options.stopped()))
    })
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    worker.on('error', (error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error)
      options.log.error(options.failures.worker, { detail })
    })
    const unfollow = followLanguage((language) =>
      this.#send('speak', (id) => ({ kind: 'speak', id, language })).catch(() => undefined),
    )
    worker.once('exit', () => {
      unfollow()
      this.#stop()
    })
  }

  /** Resolves once it answers calls; rejects with why it does not. */
  opened(): Promise<void> {
    return this.#opened
  }

  /** Its methods as functions here; `prefix` is the area's name with a dot. Names come from the type. */
  methods<T extends object>(prefix = ''): T {
    return calledByName((name, args) => this.#call(prefix + name, args))
  }

  /** Its areas, each as {@link methods} has them. */
  areas<T extends object>(): T {
    return namesOnUse((area) => this.methods(`${area}.`)) as T
  }

  /** Lets it finish and end; at once where it has ended. */
  async close(): Promise<void> {
    if (this.#stopped) return
    await this.#send('close', (id) => ({ kind: 'close', id }))
    await this.#ended
  }

  /** The first argument's `signal` cannot be sent: it stays here, and its abort is sent. */
  async #call(method: string, given: unknown[]): Promise<unknown> {
    const { args, signal } = withoutSignal(given)
    if (signal === null) return this.#send(method, (id) => ({ kind: 'call', id, method, args }))
    if (signal.aborted) throw problem('cancelled')
    let sent = 0
    const stop = () => this.#post({ kind: 'abort', id: sent })
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await this.#send(method, (id) => ({ kind: 'call', id: (sent = id), method, args }))
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #send(method: string, make: (id: number) => WorkerCall): Promise<unknown> {
    if (this.#stopped) return Promise.reject(this.options.stopped())
    return new Promise((resolve, reject) => {
      const id = this.#nextId
      this.#nextId += 1
      this.#pending.set(id, { resolve, reject, method })
      this.#post(make(id))
    })
  }

  #post(call: WorkerCall): void {
    this.#worker.postMessage(call)
  }

  #hear(message: Exclude<WorkerMessage<Notice>, { kind: 'opened' | 'refused' }>): void {
    if (message.kind === 'told') return this.options.hear(message.told)
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.kind === 'answer') return pending?.resolve(message.value)
    const { log, failures } = this.options
    const detail = `${pending?.method ?? ''}: ${message.detail}`
    if (message.problem.code !== 'cancelled') log.warn(failures.call, { code: message.problem.code, detail })
    pending?.reject(new ProblemError(message.problem))
  }

  #stop(): void {
    this.#stopped = true
    for (const { reject } of this.#pending.values()) reject(this.options.stopped())
    this.#pending.clear()
  }
}

/** Methods that are calls by their names: each is made as it is first used. */
export function calledByName<T extends object>(call: (name: string, args: unknown[]) => Promise<unknown>): T {
  return namesOnUse(
    (name) =>
      (...args: unknown[]) =>
        call(name, args),
  ) as T
}

/** An object that has whatever is asked of it by name. It has no `then`: a promise may resolve with it. */
function namesOnUse(make: (name: string) => unknown): object {
  const made = new Map<string, unknown>()
  return new Proxy(
    {},
    {
      get: (own, name) => {
        if (typeof name === 'symbol' || name === 'then' || name in own) return Reflect.get(own, name)
        if (!made.has(name)) made.set(name, make(name))
        return made.get(name)
      },
    },
  )
}

function withoutSignal(given: unknown[]): { args: unknown[]; signal: AbortSignal | null } {
  const [first] = given
  if (typeof first !== 'object' || first === null || !('signal' in first))
    return { args: given, signal: null }
  const { signal, ...rest } = first
  return { args: [rest, ...given.slice(1)], signal: signal instanceof AbortSignal ? signal : null }
}
