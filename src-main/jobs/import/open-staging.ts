import { Worker } from 'node:worker_threads'
import { ProblemError } from '../../../src-shared/problem'
import type { CacheWorkerSource } from '../../host'
import type { Logger } from '../../log'
import { problem } from '../../problems'
import { removeImportFile } from './check/file'
import type { StagingCall, StagingMessage, StagingStart } from './protocol'
import type { Staging, StagingProgress } from './staging'

/**
 * What the worker's engine may keep, in megabytes: told so, it tidies up early. Rows lie in arrays beside it; the longest row
 * that is taken has ten million letters.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

type Listener = (progress: StagingProgress | null) => void

/** Every method that the worker answers; the compiler keeps it complete. */
const methods: { [Name in Exclude<keyof Staging, 'watch' | 'close'>]: true } = {
  keep: true,
  read: true,
  readAgain: true,
  preview: true,
  map: true,
  rules: true,
  check: true,
  recheck: true,
  counts: true,
  rows: true,
  repair: true,
  correctTypos: true,
  leaveOut: true,
  estimate: true,
  unverified: true,
  noteVerdicts: true,
  noted: true,
  verifyProgress: true,
  reasons: true,
  next: true,
  begin: true,
  settle: true,
  progress: true,
  people: true,
  retryFailed: true,
  failures: true,
  nextUndo: true,
  settleUndo: true,
  undoProgress: true,
  undoAgain: true,
  rejects: true,
  header: true,
}

/** How the rows of an import are opened. `folder`: the profile's; `key`: the cache's, null for plain files. */
export interface StagingOptions extends StagingStart {
  worker: CacheWorkerSource
  log: Logger
}

/**
 * Opens the rows of an import in a worker of its own, making their file where there is none. Rejects with
 * `cache_damaged`, `cache_newer`, `cache_busy`, `disk_full` or `file_unwritable`, in words about the import. Should the
 * worker end later, every call rejects with `cache_worker_stopped`, and the import can be opened anew.
 */
export async function openStaging({ worker, log, ...start }: StagingOptions): Promise<Staging> {
  const { folder, id, key, cacheFolder } = start
  const data: StagingStart = { folder, id, key, cacheFolder }
  const thread = new Worker(worker.file, {
    workerData: data,
    resourceLimits,
    ...(worker.execArgv === undefined ? {} : { execArgv: [...worker.execArgv] }),
  })
  const client = new Client(thread, log)
  await client.opened
  return client.staging()
}

/** Deletes the rows of an import, which must be closed. Rejects with `file_unwritable`. */
export function discardStaging(folder: string, id: number): Promise<void> {
  return Promise.resolve().then(() => removeImportFile(folder, id))
}

interface Pending {
  resolve(value: unknown): void
  reject(error: ProblemError): void
  what: string
}

class Client {
  readonly opened: Promise<void>
  private readonly pending = new Map<number, Pending>()
  private readonly listeners = new Set<Listener>()
  private readonly ended: Promise<void>
  private stopped = false
  private nextId = 1

  constructor(
    private readonly worker: Worker,
    private readonly log: Logger,
  ) {
    this.opened = new Promise((resolve, reject) => {
      worker.on('message', (message: StagingMessage) => {
        if (message.kind === 'opened') resolve()
        else if (message.kind === 'refused') reject(new ProblemError(message.problem))
        else this.hear(message)
      })
      worker.once('exit', () => reject(stopped()))
    })
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    worker.on('error', (error) => {
      this.log.error('import_worker_failed', {
        detail: error instanceof Error ? error.message : String(error),
      })
    })
    worker.once('exit', () => this.stop())
  }

  staging(): Staging {
    const calls = Object.fromEntries(
      Object.keys(methods).map((name) => [name, (...args: unknown[]) => this.call(name, args)]),
    )
    return {
      // The table above has every method: its type says so.
      ...(calls as Omit<Staging, 'watch' | 'close'>),
      watch: (listener) => {
        this.listeners.add(listener)
        return () => this.listeners.delete(listener)
      },
      close: async () => {
        if (this.stopped) return
        await this.send('close', (id) => ({ kind: 'close', id }))
        await this.ended
      },
    }
  }

  private async call(method: string, given: unknown[]): Promise<unknown> {
    const { args, signal } = withoutSignal(given)
    if (signal?.aborted === true) throw problem('cancelled')
    let sent = 0
    const stop = () => this.post({ kind: 'abort', id: sent })
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await this.send(method, (id) => {
        sent = id
        return { kind: 'call', id, method, args }
      })
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  private send(what: string, make: (id: number) => StagingCall): Promise<unknown> {
    if (this.stopped) return Promise.reject(stopped())
    return new Promise((resolve, reject) => {
      const id = this.nextId
      this.nextId += 1
      this.pending.set(id, { resolve, reject, what })
      this.post(make(id))
    })
  }

  private post(call: StagingCall): void {
    this.worker.postMessage(call)
  }

  private hear(message: Exclude<StagingMessage, { kind: 'opened' | 'refused' }>): void {
    if (message.kind === 'progress') {
      for (const listener of this.listeners) listener(message.progress)
      return
    }
    const pending = this.pending.get(message.id)
    this.pending.delete(message.id)
    if (message.kind === 'answer') pending?.resolve(message.value)
    else {
      const { code } = message.problem
      this.log.warn('import_call_failed', { code, detail: `${pending?.what ?? ''}: ${message.detail}` })
      pending?.reject(new ProblemError(message.problem))
    }
  }

  private stop(): void {
    this.stopped = true
    for (const { reject } of this.pending.values()) reject(stopped())
    this.pending.clear()
    this.listeners.clear()
  }
}

/** A signal cannot be sent to a worker: it stays here, and its abort is sent. */
function withoutSignal(given: unknown[]): { args: unknown[]; signal: AbortSignal | null } {
  const [first] = given
  if (typeof first !== 'object' || first === null || !('signal' in first))
    return { args: given, signal: null }
  const { signal, ...rest } = first
  return { args: [rest, ...given.slice(1)], signal: signal instanceof AbortSignal ? signal : null }
}

function stopped(): ProblemError {
  return problem('cache_worker_stopped', {
    title: 'The import stopped answering',
    why: 'The part of Postroom that holds its rows ended. What was stored is safe.',
    action: 'Open the import again. If it stays, restart Postroom.',
  })
}
