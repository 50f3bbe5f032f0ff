import type { Job } from '../../../src-shared/bridge/jobs'
import { isProblem } from '../../core/problems'
import { isLive } from '../../jobs/registry'
import type { Jobs } from '../../jobs/runner'
import type { ImportTools, OpenImport } from './open-import'
import type { RunProgress } from './rows'
import type { Staging } from './staging'

/** The least time between two looks at what jobs have done, in milliseconds. */
const pauseMs = 250

/** Follows the jobs of imports, so that each import shows what came of it while a job goes on and when it has ended. */
export class ResultStore {
  readonly #closing = new AbortController()
  /** Jobs whose end was taken over. */
  readonly #settled = new Set<number>()
  /** Imports that are to be looked at whatever their jobs say. */
  #due: readonly number[] = []
  #moved = false
  #looking: Promise<void> | null = null
  #unwatch: () => void = () => undefined

  constructor(
    private readonly jobs: Pick<Jobs, 'live' | 'watch' | 'ofImport'>,
    private readonly tools: ImportTools,
    private readonly find: (importId: number) => Promise<OpenImport | null>,
  ) {}

  /** `running`: imports whose run had not ended when the profile was left. */
  start(running: readonly number[]): void {
    this.#due = running
    this.#unwatch = this.jobs.watch(() => this.#follow())
    this.#follow()
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    this.#unwatch()
    await this.#looking
  }

  #follow(): void {
    this.#moved = true
    if (this.#closing.signal.aborted) return
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
      if (this.#moved) this.#follow()
    })
  }

  async #look(): Promise<void> {
    this.#moved = false
    const concerned = new Set(this.#due)
    this.#due = []
    for (const { id, importId } of this.jobs.live()) {
      if (importId !== null && !this.#settled.has(id)) concerned.add(importId)
    }
    for (const importId of concerned) await this.#note(importId)
    await this.tools.clock.sleep(pauseMs, this.#closing.signal).catch(() => undefined)
  }

  async #note(importId: number): Promise<void> {
    if (this.#closing.signal.aborted) return
    try {
      const open = await this.find(importId)
      const jobs: Job[] = await this.jobs.ofImport(importId)
      await open?.inTurn(() => noteResults(open, jobs, this.tools))
      for (const job of jobs) if (!isLive(job)) this.#settled.add(job.id)
    } catch (error) {
      // It is noted with the next change of its job, or at the next start.
      const code = isProblem(error) ? error.problem.code : undefined
      this.tools.log.warn('import_result_not_noted', { import: importId, code, detail: String(error) })
    }
  }
}

/**
 * Takes over what the jobs of an import have done so far, from the rows themselves. Stored when a job is at its end;
 * until then it is only shown.
 */
async function noteResults(open: OpenImport, jobs: readonly Job[], tools: ImportTools): Promise<void> {
  const { record } = open
  if (!record.rowsKept) return
  const staging = tools.stagings.of(open.id)
  const run = jobs.find(({ kind }) => kind === 'import')
  const undo = jobs.find(({ kind }) => kind === 'import.undo')
  const written = run ? writtenBy(await staging.progress(), isLive(run)) : record.written
  const undone = undo ? undoneBy(await staging.undoProgress()) : record.undone
  if (jobs.some(isLive)) {
    if (run && isLive(run) && record.step !== 'run') await open.change({ step: 'run', written, undone })
    else open.show({ written, undone })
    // What is verified is sorted as it comes.
    if (jobs.some((job) => job.kind === 'verification' && isLive(job)) && record.findings.counts !== null) {
      open.show({ findings: { ...open.record.findings, counts: await staging.counts() } })
    }
    return
  }
  if (run) await notePeople(open, tools)
  // A verification and a run both leave rows that count otherwise.
  const counts = record.findings.counts === null ? null : await staging.counts()
  const step = run ? 'after' : record.step
  await open.change({ step, written, undone, findings: { counts } })
}

/** So many people are noted at a time: some milliseconds of the copy's. */
const atOnce = 1000

/** Notes in the copy whom a run wrote, so that they can be listed as contacts for as long as the import is known. */
async function notePeople({ id }: OpenImport, { stagings, cache }: ImportTools): Promise<void> {
  const staging = stagings.of(id)
  for (let after = 0; ;) {
    const people = await staging.people({ after, limit: atOnce })
    const last = people.at(-1)
    if (!last) return
    await cache.imports.addPeople({ importId: id, contactIds: people.map(({ contactId }) => contactId) })
    after = last.row
  }
}

function writtenBy({ created, changed, failed, next }: RunProgress, goesOn: boolean) {
  return { created, changed, failed, ...(goesOn && next ? { next } : {}) }
}

const undoneBy = ({ reversed, kept, failed }: Awaited<ReturnType<Staging['undoProgress']>>) => ({
  reversed,
  kept,
  failed,
})
