import { SerialQueue } from '../../../src-shared/serial-queue'
import type { Clock } from '../../core/clock'
import type { ImportDetail, ImportStep, VerifyEstimate } from '../../../src-shared/bridge/imports'
import type { Problem } from '../../../src-shared/problem'
import type { ImportChanges, ImportOrigin, ImportRecord } from './store/import-record'
import type { Cache } from '../../cache/store'
import type { Logger } from '../../core/log'
import { asProblem, isProblem } from '../../core/problems'
import type { Jobs } from '../../jobs/runner'
import { defaultRules } from './check/store'
import type { StagingStore } from './staging-store'
import type { StagingProgress } from './rows'
import type { Staging } from './staging'
import type { RefreshCopy } from '../../jobs/refresh-copy'

/** What the steps of an import work with. */
export interface ImportTools {
  /** The profile's. */
  folder: string
  cache: Pick<Cache, 'imports'>
  jobs: Pick<Jobs, 'add' | 'cancel' | 'ofImport'>
  stagings: StagingStore
  clock: Clock
  log: Logger
  refresh: RefreshCopy
  /** Whether the service looks addresses up. */
  looksUp(signal: AbortSignal): Promise<boolean>
  /** What verification would cost under the rules; what is known without asking is noted with the rows. */
  estimate(staging: Staging, signal: AbortSignal): Promise<VerifyEstimate>
  /** Notes anew what changed rules make of the verdicts that are noted with an import's rows. */
  renote(id: number, staging: Staging, signal: AbortSignal): Promise<void>
  /** Whether a domain takes mail, as far as DNS can say. */
  takesMail(domain: string): Promise<'yes' | 'no' | 'unknown'>
  /** Whether nothing may be changed at the service. */
  readOnly(): boolean
  /** Why nothing can be asked of the service now; null where it answers. */
  unreachable(): Problem | null
  /** Something of an import is other than before. */
  changed(): void
}

/** Something that a person does to an import; rejects with why it cannot be. */
export type ImportAct = (open: OpenImport, tools: ImportTools) => Promise<void>

type ImportWork = NonNullable<ImportDetail['work']>

/**
 * One import while its profile is open: its record, and the one thing that is under way in it. Calls of a person come
 * one after another; work in the background is ended before anything else is begun.
 */
export class OpenImport {
  #record: ImportRecord
  #work: ImportWork | null = null
  #stop: AbortController | null = null
  #changing = false
  #working: Promise<void> = Promise.resolve()
  readonly #queue = new SerialQueue()
  /** Grows when counts or rules may be others than before. */
  #version = 0
  #estimate: { version: number; value: VerifyEstimate } | null = null
  #estimating: { stop: AbortController; done: Promise<void> } | null = null

  constructor(
    record: ImportRecord,
    private readonly tools: ImportTools,
  ) {
    this.#record = record
  }

  get id(): number {
    return this.#record.id
  }

  get record(): ImportRecord {
    return this.#record
  }

  get work(): ImportWork | null {
    return this.#work
  }

  /** What verification would cost, as things stand; null where it is not known, or not any more. */
  get estimate(): VerifyEstimate | null {
    return this.#estimate?.version === this.#version ? this.#estimate.value : null
  }

  /** Stores what changed. */
  async change(changes: ImportChanges): Promise<void> {
    const touchedAt = this.tools.clock.now()
    this.#record = await this.tools.cache.imports.set({ ...changes, id: this.id, touchedAt })
    if (changes.findings) this.#version += 1
    this.tools.changed()
  }

  /** Notes which step a person looks at: nothing of the import is other for that. */
  async look(step: ImportStep): Promise<void> {
    if (this.#record.findings.leftAt === step) return
    this.#record = await this.tools.cache.imports.set({ id: this.id, findings: { leftAt: step } })
  }

  /** Shows what changes all the time, without storing it: the rows themselves tell it again. */
  show(changes: Pick<Partial<ImportRecord>, 'written' | 'undone' | 'findings'>): void {
    this.#record = { ...this.#record, ...changes }
    this.tools.changed()
  }

  /** One call after another. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#queue.run(act)
  }

  /**
   * Begins work in the background, in place of what was under way. What it fails with becomes the import's problem; work
   * that was stopped changes nothing any more.
   */
  async begin(what: ImportWork['what'], act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await this.stop()
    const stop = new AbortController()
    this.#stop = stop
    this.#work = { what, done: 0, total: 0 }
    this.tools.changed()
    this.#working = this.#carryOut(act, stop)
  }

  /** How far the work under way is; a second part of it may be called otherwise. */
  readonly progress = (
    progress: Pick<StagingProgress, 'done' | 'total'> & { what?: ImportWork['what'] },
  ): void => {
    if (!this.#work) return
    this.#work = { ...this.#work, ...progress }
    this.tools.changed()
  }

  /** Changes the rows, while a person waits for it. How far it is shows where it takes longer than a moment. */
  async during<T>(staging: Pick<Staging, 'watch'>, act: () => Promise<T>): Promise<T> {
    const unwatch = staging.watch((progress) => {
      if (progress === null) return
      this.#work = { what: 'changing', done: progress.done, total: progress.total }
      this.tools.changed()
    })
    this.#changing = true
    try {
      return await act()
    } finally {
      unwatch()
      this.#changing = false
      this.#work = null
      this.tools.changed()
    }
  }

  /** Whether the rows are about to be others: what is read of them now would be half of the one and half of the other. */
  get isChanging(): boolean {
    return this.#changing || this.#work !== null
  }

  /** Resolves once nothing is under way. */
  rest(): Promise<void> {
    return this.#working
  }

  /** Ends the work under way. Resolves when it does nothing any more. */
  async stop(): Promise<void> {
    this.#stop?.abort(new Error('Stopped'))
    this.#estimating?.stop.abort(new Error('Stopped'))
    await this.#working
    await this.#estimating?.done
  }

  /** What is known of addresses changed: what was estimated by it holds no longer. */
  outdate(): void {
    this.#version += 1
  }

  /** Begins to estimate in the background, unless it is known or under way. */
  beginEstimate(): void {
    if (this.#estimating || this.estimate || this.#work) return
    const stop = new AbortController()
    const done = this.#makeEstimate(stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) return
      this.tools.log.warn('import_estimate_failed', { import: this.id, detail: String(error) })
    })
    this.#estimating = { stop, done: done.finally(() => (this.#estimating = null)) }
  }

  async #makeEstimate(signal: AbortSignal): Promise<void> {
    const staging = this.tools.stagings.of(this.id)
    const version = this.#version
    await this.tools.renote(this.id, staging, signal)
    const value = await this.tools.estimate(staging, signal)
    const counts = await staging.counts()
    if (signal.aborted || version !== this.#version) return
    // What was found out without asking is noted with the rows, and may leave some of them out.
    await this.change({ findings: { counts } })
    this.#estimate = { version: this.#version, value }
    this.tools.changed()
  }

  async #carryOut(act: (signal: AbortSignal) => Promise<void>, stop: AbortController): Promise<void> {
    try {
      await act(stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) await this.#fail(error)
    } finally {
      this.#work = null
      this.#stop = null
      this.tools.changed()
    }
  }

  async #fail(error: unknown): Promise<void> {
    const { problem } = asProblem(error)
    const detail = isProblem(error) ? undefined : String(error)
    this.tools.log.warn('import_failed', { import: this.id, code: problem.code, detail })
    try {
      await this.change({ problem, unfinished: null })
    } catch (failure) {
      // The copy itself is gone; at the next start the work is begun again.
      this.tools.log.error('import_not_stored', { import: this.id, detail: String(failure) })
    }
  }
}

/** An import that was just begun: nothing of it is read. */
export function newImport(given: {
  name: string
  bytes: number
  source: ImportOrigin
  now: number
}): Omit<ImportRecord, 'id'> {
  const { now, ...rest } = given
  return {
    ...rest,
    createdAt: now,
    touchedAt: now,
    step: 'read',
    unfinished: 'reading',
    rows: null,
    problem: null,
    written: null,
    undone: null,
    rowsKept: true,
    findings: {
      reading: null,
      detected: null,
      wanted: null,
      workbook: null,
      notes: [],
      proposed: [],
      columns: [],
      remembered: false,
      rememberedFrom: null,
      rules: defaultRules,
      counts: null,
      leftAt: null,
    },
  }
}
