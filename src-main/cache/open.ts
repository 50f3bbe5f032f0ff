import { Worker } from 'node:worker_threads'
import { ProblemError } from '../../src-shared/problem'
import type { CacheWorkerSource } from '../host'
import type { Logger } from '../log'
import { problem } from '../problems'
import type { WorkerCall, WorkerMessage, WorkerStart } from './protocol'
import type { AsyncStore, Cache, CacheLocation, CacheStore } from './store'

type Listener = Parameters<Cache['watch']>[0]

interface Pending {
  resolve(value: unknown): void
  reject(error: ProblemError): void
  what: string
}

/** Every method of the store by area: the client's calls are made from it, and the compiler keeps it complete. */
const methods: { [Area in keyof CacheStore]: { [Method in keyof CacheStore[Area]]: true } } = {
  contacts: {
    page: true,
    locate: true,
    facets: true,
    fields: true,
    get: true,
    findByEmail: true,
    freeze: true,
    freezeAudience: true,
    frozenRows: true,
    releaseSelection: true,
    rowsByIds: true,
    applyPage: true,
    upsert: true,
    subscribeAll: true,
    removeAll: true,
    remove: true,
    overview: true,
  },
  events: {
    page: true,
    histogram: true,
    names: true,
    get: true,
    applyPage: true,
    applyNames: true,
    upsert: true,
    keep: true,
    forget: true,
    countSince: true,
  },
  runs: {
    begin: true,
    get: true,
    live: true,
    setState: true,
    unseen: true,
    finish: true,
    page: true,
    resource: true,
  },
  outbox: { add: true, get: true, open: true, set: true },
  activity: { add: true, set: true, page: true, get: true },
  jobs: {
    add: true,
    get: true,
    live: true,
    lately: true,
    set: true,
    count: true,
    dismiss: true,
    page: true,
    ofImport: true,
  },
  bulk: {
    add: true,
    undoLeaving: true,
    leaveUndo: true,
    queued: true,
    stay: true,
    settleBatch: true,
    settleUndoBatch: true,
    into: true,
    remove: true,
    put: true,
    get: true,
    next: true,
    leave: true,
    settle: true,
    nextUndo: true,
    settleUndo: true,
    retryUndo: true,
    failures: true,
    sweep: true,
  },
  views: { list: true, save: true, remove: true },
  records: {
    summary: true,
    begin: true,
    run: true,
    live: true,
    runs: true,
    applyPage: true,
    setState: true,
    mark: true,
    unseen: true,
    finish: true,
    page: true,
    locate: true,
    facets: true,
    fields: true,
    get: true,
    freeze: true,
    frozenRows: true,
    releaseSelection: true,
    rowsByIds: true,
    views: true,
    saveView: true,
    removeView: true,
    audience: true,
    handedOver: true,
    changed: true,
    remove: true,
  },
  verdicts: {
    freshOf: true,
    add: true,
    history: true,
    past: true,
    useRules: true,
    rules: true,
    setRule: true,
    resetRules: true,
    setDomain: true,
    setExpiry: true,
    health: true,
  },
  batches: {
    add: true,
    get: true,
    page: true,
    unfinished: true,
    set: true,
    put: true,
    putFrozen: true,
    freezeNotChecked: true,
    empty: true,
    open: true,
    note: true,
    again: true,
    tally: true,
    rows: true,
    select: true,
    at: true,
    freeze: true,
    remove: true,
  },
  audience: {
    count: true,
    first: true,
    survey: true,
    useReading: true,
    reading: true,
    cancel: true,
    part: true,
    keep: true,
    forget: true,
  },
  corrections: {
    add: true,
    put: true,
    get: true,
    next: true,
    leave: true,
    settle: true,
    nextUndo: true,
    settleUndo: true,
    retryUndo: true,
    failures: true,
    remove: true,
    sweep: true,
  },
  catalogue: {
    page: true,
    get: true,
    all: true,
    sameBody: true,
    applyPage: true,
    upsert: true,
    remove: true,
  },
  catalogueParts: {
    begin: true,
    apply: true,
    finish: true,
    page: true,
    ids: true,
    addresses: true,
    remove: true,
  },
  executions: { counts: true, steps: true, page: true },
  reviews: {
    state: true,
    note: true,
    sign: true,
    open: true,
    setRule: true,
    segments: true,
    noteSegment: true,
  },
  capabilities: {
    all: true,
    put: true,
    asking: true,
    asked: true,
    forget: true,
    differences: true,
    compared: true,
    keepDifferences: true,
  },
  projectActivity: { keep: true, putUpcoming: true, page: true, knows: true, upcoming: true, oldest: true },
  sendings: { add: true, settle: true, shown: true, dismiss: true },
  sentMails: { add: true, get: true, leave: true, set: true, page: true, leaving: true },
  drafts: { get: true, put: true, remove: true },
  unread: { add: true, ofRun: true, settle: true, count: true, page: true },
  imports: {
    add: true,
    get: true,
    set: true,
    page: true,
    all: true,
    refused: true,
    remove: true,
    addPeople: true,
    mapping: true,
    remember: true,
  },
  maintenance: { size: true, revision: true, check: true, clear: true },
}

/**
 * What the worker's engine may keep, in megabytes: told so, it tidies up early. Columns lie in arrays beside it. Contacts of very
 * many keys left hundreds of megabytes behind otherwise.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

/**
 * Opens the cache of a folder in a worker of its own. Rejects with `cache_damaged`, `cache_wrong_key`,
 * `cache_newer`, `cache_busy`, `disk_full` or `file_unwritable`; the file is then as it was. Should the worker
 * end later, every call rejects with `cache_worker_stopped`, and the cache can be opened anew.
 */
export async function openCache(options: {
  location: CacheLocation
  worker: CacheWorkerSource
  log: Logger
}): Promise<Cache> {
  const start: WorkerStart = { location: options.location }
  const worker = new Worker(options.worker.file, {
    workerData: start,
    resourceLimits,
    ...(options.worker.execArgv === undefined ? {} : { execArgv: [...options.worker.execArgv] }),
  })
  const client = new Client(worker, options.log)
  await client.opened
  return client.cache()
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
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'opened') resolve()
        else if (message.kind === 'refused') reject(new ProblemError(message.problem))
        else this.hear(message)
      })
      worker.once('exit', () => reject(problem('cache_worker_stopped')))
    })
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    worker.on('error', (error) => {
      this.log.error('cache_worker_failed', {
        detail: error instanceof Error ? error.message : String(error),
      })
    })
    worker.once('exit', () => this.stop())
  }

  cache(): Cache {
    const areas = Object.entries(methods).map(([area, names]) => [
      area,
      Object.fromEntries(
        Object.keys(names).map((method) => [method, (...args: unknown[]) => this.call(area, method, args)]),
      ),
    ])
    // The table above has every method of every area: its type says so.
    const store = Object.fromEntries(areas) as AsyncStore
    return {
      ...store,
      watch: (listener) => {
        this.listeners.add(listener)
        return () => this.listeners.delete(listener)
      },
      close: async () => {
        if (this.stopped) return
        await this.call('worker', 'close', [])
        await this.ended
      },
    }
  }

  private call(area: string, method: string, args: unknown[]): Promise<unknown> {
    if (this.stopped) return Promise.reject(problem('cache_worker_stopped'))
    return new Promise((resolve, reject) => {
      const id = this.nextId
      this.nextId += 1
      this.pending.set(id, { resolve, reject, what: `${area}.${method}` })
      const call: WorkerCall = { id, area, method, args }
      this.worker.postMessage(call)
    })
  }

  private hear(message: WorkerMessage): void {
    if (message.kind === 'changed') {
      const { revision, contacts, events } = message
      for (const listener of this.listeners) listener({ revision, contacts, events })
    } else if (message.kind === 'trouble') {
      this.log.warn('cache_task_failed', { detail: message.detail })
    } else if (message.kind === 'answer') {
      this.take(message.id)?.resolve(message.value)
    } else if (message.kind === 'failure') {
      const pending = this.take(message.id)
      const { code } = message.problem
      this.log.warn('cache_call_failed', { code, detail: `${pending?.what ?? ''}: ${message.detail}` })
      pending?.reject(new ProblemError(message.problem))
    }
  }

  private take(id: number): Pending | undefined {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    return pending
  }

  private stop(): void {
    this.stopped = true
    for (const { reject } of this.pending.values()) reject(problem('cache_worker_stopped'))
    this.pending.clear()
    this.listeners.clear()
  }
}
