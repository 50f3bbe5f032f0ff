import type { Job } from '../../../src-shared/bridge/jobs'
import { logged } from '../../cache/write-log'
import { problem } from '../../problems'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { leaving } from '../leaving'
import { looksUp } from '../look-up'
import { itemProblem } from '../trouble'
import { lookAhead } from './look-ahead'
import { lookUpAhead } from './look-up'
import { rowsToRead } from './rows-to-read'
import type { RowToWrite } from './staging'
import { importOf, type ImportJobTools, type RunRows } from './tools'

/** Does the jobs of kind `import`: writes the rows of an import that are to be written, in the order of the file. */
export function importRun(tools: ImportJobTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: async (job) => new ImportRun(job, await tools.staging(importOf(job)), tools),
    failures: async (job, _, slice) => (await tools.staging(importOf(job))).failures({ of: 'run', slice }),
  }
}

class ImportRun implements JobWork {
  #prepared = false
  /** A row that was begun and has no outcome yet. */
  #begun: RowToWrite | null = null
  /** Everything up to this row has its outcome, or is not to be written. */
  #after = 0
  /** Up to this row, addresses were looked up. */
  #lookedUpTo = 0
  /** Up to this row, what is to be written over is known as the service holds it. */
  #knownUpTo = 0

  constructor(
    private readonly job: Job,
    private readonly staging: RunRows,
    private readonly tools: ImportJobTools,
  ) {}

  async progress(): Promise<JobProgress> {
    const { total, created, changed, skipped, failed } = await this.staging.progress()
    return { total, done: created + changed + skipped + failed, failed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (!this.#prepared) return this.#prepare(signal)
    const row = this.#begun ?? (await this.staging.next(this.#after))
    if (!row) return 'none'
    if (row !== this.#begun && row.row > this.#lookedUpTo) {
      this.#lookedUpTo = await lookUpAhead(this.staging, this.#after, this.tools, signal)
      return 'done'
    }
    if (row.previous && row.row > this.#knownUpTo && row !== this.#begun) {
      this.#knownUpTo = await lookAhead(this.staging, this.#after, this.tools, signal)
      return 'done'
    }
    await this.#write(row, signal)
    this.#after = Math.max(this.#after, row.row)
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /**
   * The row that was in flight goes out again as it was begun, before anything is looked at anew: by then the copy may
   * hold what it wrote, and it would look as if there were nothing to write and nothing to take back.
   */
  async #prepare(signal: AbortSignal): Promise<'done' | 'none'> {
    const { inFlight } = await this.staging.progress()
    if (inFlight) {
      await this.#write(inFlight, signal, true)
      return 'done'
    }
    const { total, done } = await this.progress()
    const reading = { counts: await this.staging.counts(), looksUp: await looksUp(this.tools, signal) }
    const rows = Math.min(total - done, rowsToRead(reading))
    const { whole } = await this.tools.refresh({ rows, signal })
    await this.staging.recheck()
    if (whole) this.#knownUpTo = Number.MAX_SAFE_INTEGER
    this.#prepared = true
    return 'done'
  }

  async #write(row: RowToWrite, signal: AbortSignal, again = row === this.#begun): Promise<void> {
    const { cache, clock, line } = this.tools
    if (!again) {
      await this.staging.begin(row)
      this.#begun = row
    }
    const write = {
      cause: this.job.title,
      title: `Write ${row.body.email}`,
      method: 'POST',
      path: '/contacts',
      body: row.body,
    } as const
    try {
      const answer = await leaving(signal, clock, (options) =>
        logged(cache, clock, write, () => line.client.upsertContact(row.body, options)),
      )
      const { _meta, ...record } = answer.value
      if (record.email.toLowerCase() !== row.body.email.toLowerCase()) throw anotherContact()
      // First into the copy: a kill in between sends the row again, which changes nothing.
      await cache.contacts.upsert(record)
      const made = _meta?.isNew ?? answer.status === 201
      // An answer that was lost said "new"; the next one can not.
      const madeBefore = row.previous === null && (again || answer.earlier !== undefined)
      await this.staging.settle(row.row, {
        outcome: 'written',
        contactId: record.id,
        isNew: made || madeBefore,
      })
    } catch (error) {
      const found = await itemProblem(error, line.client, signal)
      await this.staging.settle(row.row, { outcome: 'failed', problem: found })
    }
    this.#begun = null
  }
}

/** An answer about another person's record must not be taken for this one's. */
function anotherContact() {
  return problem('answer_malformed', {
    why: 'The service answered with another contact than the one that was written.',
  })
}
