import { tell, toKeep } from '../../../src-shared/messages/told'
import { Emitter } from '../../../src-shared/emitter'
import type { Slice } from '../../../src-shared/bridge/base'
import { type Reading } from '../../../src-shared/bridge/import-file'
import {
  type ChangedRows,
  type Import,
  type ImportDetail,
  type ImportStep,
} from '../../../src-shared/bridge/imports'
import type { ImportHead, ImportOrigin, RememberedColumn } from './store/import-record'
import { importGone } from './store/imports'
import type { ImportStorage } from '../../../src-shared/bridge/settings'
import type { GivenFile } from '../../core/host'
import { problem } from '../../core/problems'
import { isLive } from '../../jobs/registry'
import type { Jobs } from '../../jobs/runner'
import { removeImportFile } from './check/import-file'
import { beginChecking } from './checking'
import { check } from './choosing'
import { headerKey } from './map/remember'
import { newImport, OpenImport, type ImportTools, type ImportAct } from './open-import'
import { readableEncodings } from './read/encodings'
import { beginReading } from './reading'
import { daysKept, refuseChangeAfterRun, refuseUnchecked, refuseWithoutRows } from './refusals'
import { rejectsSource } from './rejects'
import { ResultStore } from './result-store'
import { keptMs, shownDetail, shownHead } from './shown'
import { bytesOfImports, bytesPasted, keepUpload, lookAtFile, removeOrphans, removeUpload } from './source'
import type { Staging } from './staging'

/** What the imports of a profile are given. */
interface ImportsOptions extends Omit<ImportTools, 'changed' | 'jobs'> {
  jobs: Jobs
}

/** Rows for an import that are no file: their text, and where its columns go. */
interface GivenRows {
  /** For who reads the list of imports. */
  name: string
  /** As {@link rowsReading} reads it, the names of the columns in its first row. */
  text: string
  columns: RememberedColumn[]
}

/** How the text of rows that are no file is read: nothing of it is guessed. */
const rowsReading: Reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true }

/** The longest text of such rows, in bytes of UTF-8: all of it is in memory once. */
const mostGiven = 200_000_000

/** How often it is looked for rows that were kept long enough, in milliseconds. */
const sweepMs = 3_600_000

/** The imports of a profile: each from its file to what came of it. */
export class Imports {
  readonly #open = new Map<number, OpenImport>()
  readonly #listeners = new Emitter()
  /** Called after every change to any import. Returns the way to stop. */
  readonly watch = this.#listeners.add
  readonly #closing = new AbortController()
  readonly #tools: ImportTools
  readonly #results: ResultStore
  #revision: number

  private constructor(private readonly options: ImportsOptions) {
    // So that it is another number after another profile was open.
    this.#revision = options.clock.now()
    this.#tools = { ...options, changed: () => this.#announce() }
    this.#results = new ResultStore(options.jobs, this.#tools, (id) => this.#find(id))
  }

  /** Opens the imports of a profile: what was being read or checked when all ended is begun again. */
  static async open(options: ImportsOptions): Promise<Imports> {
    const imports = new Imports(options)
    await imports.#goOn()
    return imports
  }

  /** Grows with every change to any import. */
  get revision(): number {
    return this.#revision
  }

  /** Rules of verdicts, or the classes of domains, were changed: whoever shows an import asks for it again. */
  reclassed(): void {
    for (const open of this.#open.values()) open.outdate()
    this.#announce()
  }

  /** Imports in which something is under way, the newest first. */
  async active(): Promise<Import[]> {
    const busy = new Set([...this.#open.values()].filter(({ work }) => work !== null).map(({ id }) => id))
    for (const job of this.options.jobs.live()) {
      if (job.importId !== null && isLive(job)) busy.add(job.importId)
    }
    const found: Import[] = []
    for (const id of [...busy].sort((a, b) => b - a)) {
      const open = await this.#find(id)
      if (open) found.push(await this.#shown(open.record))
    }
    return found
  }

  /** The newest first. */
  async page(slice: Slice): Promise<{ imports: Import[]; count: number }> {
    const { imports, count } = await this.options.cache.imports.page(slice)
    const shown: Import[] = []
    for (const head of imports) shown.push(await this.#shown(this.#open.get(head.id)?.record ?? head))
    return { imports: shown, count }
  }

  async get(id: number): Promise<ImportDetail> {
    return this.#detail(await this.#must(id))
  }

  /** Begins an import of a file that a person gave. Rejects with `file_unreadable`. */
  async addFile(given: GivenFile): Promise<ImportDetail> {
    const origin = await lookAtFile(given)
    const open = await this.#add(given.name, origin.size, origin)
    if (origin.uploaded) await open.change({ source: await keepUpload(this.options.folder, open.id, origin) })
    await beginReading(open, this.#tools)
    return this.#detail(open)
  }

  /** Begins an import of what was pasted. Rejects with `input_invalid` where it is longer than 20 MB. */
  async addText(text: string): Promise<ImportDetail> {
    const open = await this.#add(toKeep('told.pastedRows'), bytesPasted(text), { kind: 'text' })
    return this.#readText(open, text)
  }

  /**
   * Begins an import of rows that are no file, as the text of one that {@link rowsReading} reads; where their columns go is
   * remembered for rows of the same names. Resolves once they are read, and being checked unless something is wrong with
   * them. Rejects with `input_invalid` where they are more than a text can hold.
   */
  async addRows({ name, text, columns }: GivenRows): Promise<ImportDetail> {
    const bytes = Buffer.byteLength(text)
    if (bytes > mostGiven) {
      throw problem('input_invalid', {
        title: tell('imports.imports.theseAreTooMany'),
        why: tell('imports.imports.upToCountMb', {
          count: mostGiven / 1_000_000,
          ceil: Math.ceil(bytes / 1_000_000),
        }),
        action: tell('imports.imports.leaveFieldsOutOr'),
      })
    }
    const { cache, clock } = this.options
    const key = headerKey(columns.map((column) => column.name))
    await cache.imports.remember({ key, columns, name, now: clock.now() })
    const open = await this.#add(name, bytes, { kind: 'text' })
    await open.change({ findings: { wanted: rowsReading } })
    await this.#readText(open, text)
    await open.rest()
    const { problem: fault, step } = open.record
    return fault === null && step === 'map' ? this.act(open.id, check) : this.#detail(open)
  }

  /** Does something to an import, after what was asked before. */
  async act(id: number, step: ImportAct): Promise<ImportDetail> {
    const open = await this.#must(id)
    return open.inTurn(async () => {
      await step(open, this.#tools)
      return this.#detail(open)
    })
  }

  /** Changes rows of an import that were checked. */
  async edit(
    id: number,
    change: (staging: Staging, tools: ImportTools) => Promise<ChangedRows>,
  ): Promise<ChangedRows> {
    const open = await this.#must(id)
    return open.inTurn(async () => {
      refuseWithoutRows(open.record)
      refuseChangeAfterRun(await this.options.jobs.ofImport(id))
      refuseUnchecked(open)
      // An estimate of what was there before would be stored after it.
      await open.stop()
      const staging = this.#tools.stagings.of(id)
      return open.during(staging, async () => {
        const result = await change(staging, this.#tools)
        await open.change({ findings: { counts: result.counts } })
        return result
      })
    })
  }

  /** Notes which step a person looks at. */
  async look(id: number, step: ImportStep): Promise<void> {
    await (await this.#must(id)).look(step)
  }

  /** The rows of an import, for its lists and its jobs. Rejects with `not_found` where it is gone, or its rows are. */
  async rowsOf(id: number): Promise<Staging> {
    const { record } = await this.#must(id)
    refuseWithoutRows(record)
    return this.#tools.stagings.of(id)
  }

  /** The rows of an import that were not written, as {@link rejectsSource} has them. */
  async rejectsOf(id: number): Promise<ReturnType<typeof rejectsSource>> {
    return rejectsSource(await this.#must(id), await this.rowsOf(id))
  }

  /** Deletes an import that has not run, with its rows. */
  async discard(id: number): Promise<void> {
    const open = await this.#must(id)
    await open.inTurn(async () => {
      const jobs = await this.options.jobs.ofImport(id)
      if (jobs.some(({ kind }) => kind === 'import')) {
        throw problem('input_invalid', {
          title: tell('imports.imports.thisImportHasRun'),
          why: tell('imports.imports.itStaysInThe'),
          action: tell('imports.imports.undoItToTake'),
        })
      }
      await open.stop()
      for (const job of jobs.filter(isLive)) await this.options.jobs.cancel(job.id)
      await this.options.cache.imports.remove(id)
      this.#open.delete(id)
      await this.#removeRows(id)
      this.#announce()
    })
  }

  /** How much the rows of imports take on the disk, and how much of it can be had back: that of imports that have run. */
  async storage(): Promise<ImportStorage> {
    const bytes = await bytesOfImports(this.options.folder)
    const of = (ids: Iterable<number>) => [...ids].reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0)
    const removable = await this.#removable()
    return {
      imports: bytes.size,
      bytes: of(bytes.keys()),
      daysKept,
      removable: { imports: removable.length, bytes: of(removable) },
    }
  }

  /** Removes the rows of all imports that have run. Their counts, mappings and rules stay. Answers of how many. */
  async removeRows(): Promise<number> {
    const removable = await this.#removable()
    for (const id of removable) await this.#letRowsGo(id)
    return removable.length
  }

  /** Stops what is under way, which is begun again at the next start, and ends the workers. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    this.#listeners.clear()
    await this.#results.close()
    await Promise.all([...this.#open.values()].map((open) => open.stop()))
    await this.#tools.stagings.close()
  }

  /** Begins to read a text. It is on the disk by then: whoever gave it is told that it is taken, and may have it nowhere else. */
  async #readText(open: OpenImport, text: string): Promise<ImportDetail> {
    try {
      await this.#tools.stagings.of(open.id).keep({ kind: 'text', text })
    } catch (error) {
      await this.discard(open.id)
      throw error
    }
    await beginReading(open, this.#tools)
    return this.#detail(open)
  }

  async #goOn(): Promise<void> {
    // What is left of files that could not be read, and that no list shows.
    for (const id of await this.options.cache.imports.refused()) await this.discard(id)
    const heads = await this.options.cache.imports.all()
    await removeOrphans(this.options.folder, new Set(heads.map(({ id }) => id)))
    await this.#sweep(heads)
    for (const { id, unfinished } of heads) {
      if (unfinished === null) continue
      const begin = unfinished === 'reading' ? beginReading : beginChecking
      await begin(await this.#must(id), this.#tools)
    }
    this.#results.start(heads.filter(({ step }) => step === 'run').map(({ id }) => id))
    void this.#keepSweeping()
  }

  async #keepSweeping(): Promise<void> {
    const { clock, cache, log } = this.options
    const { signal } = this.#closing
    for (;;) {
      await clock.sleep(sweepMs, signal).catch(() => undefined)
      if (signal.aborted) return
      try {
        await this.#sweep(await cache.imports.all())
      } catch (error) {
        log.warn('import_sweep_failed', { detail: String(error) })
      }
    }
  }

  /** Removes the rows of imports to which nothing happened for {@link keptMs}. */
  async #sweep(heads: readonly ImportHead[]): Promise<void> {
    const before = this.options.clock.now() - keptMs
    for (const { id, rowsKept, touchedAt } of heads) {
      if (!rowsKept || touchedAt >= before || (await this.options.jobs.ofImport(id)).some(isLive)) continue
      await this.#letRowsGo(id)
    }
  }

  async #letRowsGo(id: number): Promise<void> {
    const open = await this.#must(id)
    await open.inTurn(async () => {
      await open.stop()
      await open.change({ rowsKept: false, unfinished: null })
      await this.#removeRows(id)
    })
  }

  /** Imports that have run and come to rest, of which the rows are still kept. */
  async #removable(): Promise<number[]> {
    const found: number[] = []
    for (const { id, rowsKept } of await this.options.cache.imports.all()) {
      const jobs = rowsKept ? await this.options.jobs.ofImport(id) : []
      const hasRun = jobs.some(({ kind }) => kind === 'import') && !jobs.some(isLive)
      if (hasRun && !this.#open.get(id)?.work) found.push(id)
    }
    return found
  }

  async #removeRows(id: number): Promise<void> {
    await this.#tools.stagings.end(id)
    const { folder } = this.options
    removeImportFile(folder, id)
    await removeUpload(folder, id)
  }

  async #add(name: string, bytes: number, source: ImportOrigin): Promise<OpenImport> {
    const { cache, clock } = this.options
    const record = await cache.imports.add(newImport({ name, bytes, source, now: clock.now() }))
    const open = new OpenImport(record, this.#tools)
    this.#open.set(record.id, open)
    this.#announce()
    return open
  }

  async #must(id: number): Promise<OpenImport> {
    const open = await this.#find(id)
    if (!open) throw importGone()
    return open
  }

  async #find(id: number): Promise<OpenImport | null> {
    const known = this.#open.get(id)
    if (known) return known
    const record = await this.options.cache.imports.get(id)
    if (!record) return null
    // Asked for twice at once, it is one all the same.
    const open = this.#open.get(id) ?? new OpenImport(record, this.#tools)
    this.#open.set(id, open)
    return open
  }

  async #shown(head: ImportHead): Promise<Import> {
    const work = this.#open.get(head.id)?.work ?? null
    return shownHead(head, work, await this.options.jobs.ofImport(head.id))
  }

  async #detail(open: OpenImport): Promise<ImportDetail> {
    const jobs = await this.options.jobs.ofImport(open.id)
    const { findings, rowsKept } = open.record
    const verifies = findings.counts !== null && findings.rules.verify !== 'none' && rowsKept
    // Once it has run there is nothing to decide any more.
    const asks = verifies && !jobs.some((job) => isLive(job) || job.kind === 'import')
    if (asks) open.beginEstimate()
    const estimate = asks ? open.estimate : null
    return shownDetail(open.record, open.work, jobs, { encodings: [...readableEncodings], estimate })
  }

  #announce(): void {
    this.#revision += 1
    this.#listeners.emit()
  }
}
