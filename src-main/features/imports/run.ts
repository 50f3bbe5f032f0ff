import { tell } from '../../../src-shared/messages/told'
import type { Job } from '../../../src-shared/bridge/jobs'
import { problem } from '../../core/problems'
import { ContactCalls } from '../../jobs/contact-calls'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../../jobs/job'
import { looksUp } from '../../jobs/look-up'
import { itemProblem } from '../../jobs/trouble'
import { lookAhead, lookUpAhead, rowsToRead } from './look-ahead'
import type { RowToWrite } from './rows'
import { importOf, type ImportJobTools, type ImportRunRows } from './tools'

/**
 * Rows that are on their way at once: an answer takes its time, and the budget allows more in it. A kill sends as many again
 * at most.
 */
export const writesAtOnce = 4

/** Does the jobs of kind `import`: writes the rows of an import that are to be written, begun in the order of the file. */
export function importRun(tools: ImportJobTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: async (job) => new ImportRun(job, await tools.staging(importOf(job)), tools),
    failures: async (job, _, slice) => (await tools.staging(importOf(job))).failures({ of: 'run', slice }),
  }
}

class ImportRun implements JobWork {
  #prepared = false
  /** Rows on their way, and whom they are about: of one person, one at a time. */
  readonly #flights = new Map<number, Promise<void>>()
  readonly #underWay = new Set<string>()
  /** Rows that were begun and have no outcome yet, though nothing of them is on its way. */
  readonly #unsettled: RowToWrite[] = []
  /** What concerns the whole job, met by a row on its way. */
  #trouble: { error: unknown } | null = null
  readonly #stopping = new AbortController()
  /** Everything up to this row was begun, or is not to be written. */
  #after = 0
  /** Up to this row, addresses were looked up. */
  #lookedUpTo = 0
  /** Up to this row, what is to be written over is known as the service holds it. */
  #knownUpTo = 0

  constructor(
    private readonly job: Job,
    private readonly staging: ImportRunRows,
    private readonly tools: ImportJobTools,
  ) {}

  async progress(): Promise<JobProgress> {
    if (this.#stopping.signal.aborted) await this.#land()
    const { total, created, changed, skipped, failed } = await this.staging.progress()
    return { total, done: created + changed + skipped + failed, failed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    // What is on its way when this has answered must hear of a stop as well.
    if (signal.aborted) this.#stop()
    else signal.addEventListener('abort', this.#stop, { once: true })
    try {
      return await this.#next()
    } catch (error) {
      await this.#land()
      throw error
    } finally {
      if (this.#flights.size === 0) signal.removeEventListener('abort', this.#stop)
    }
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#land()
  }

  readonly #stop = () => this.#stopping.abort(new Error('The job is stopped'))

  async #next(): Promise<'done' | 'none'> {
    const { signal } = this.#stopping
    if (signal.aborted) throw problem('cancelled')
    if (!this.#prepared) return this.#prepare(signal)
    await this.#refuseTrouble()
    if (this.#flights.size >= writesAtOnce) return this.#one()
    const again = this.#unsettled.shift()
    if (again) return this.#begin(again, true)
    const row = await this.staging.next(this.#after)
    if (!row) return this.#flights.size === 0 ? 'none' : this.#one()
    const isUnknown = row.row > this.#lookedUpTo || (row.previous !== null && row.row > this.#knownUpTo)
    if (isUnknown) return this.#look(row, signal)
    if (this.#underWay.has(row.body.email.toLowerCase())) return this.#one()
    return this.#begin(row, false)
  }

  /** Learns of the next rows what they write over; what is on its way would change the copy meanwhile. */
  async #look(row: RowToWrite, signal: AbortSignal): Promise<'done'> {
    await this.#land()
    await this.#refuseTrouble()
    if (row.row > this.#lookedUpTo)
      this.#lookedUpTo = await lookUpAhead(this.staging, this.#after, this.tools, signal)
    else this.#knownUpTo = await lookAhead(this.staging, this.#after, this.tools, signal)
    return 'done'
  }

  async #begin(row: RowToWrite, again: boolean): Promise<'done'> {
    // Committed before it leaves: a kill from here on sends it again.
    if (!again) await this.staging.begin(row)
    this.#after = Math.max(this.#after, row.row)
    const email = row.body.email.toLowerCase()
    this.#underWay.add(email)
    const flight = this.#write(row, again)
      .catch((error: unknown) => {
        this.#unsettled.push(row)
        this.#trouble ??= { error }
      })
      .finally(() => {
        this.#flights.delete(row.row)
        this.#underWay.delete(email)
      })
    this.#flights.set(row.row, flight)
    return 'done'
  }

  /** Waits until one of the rows on their way has come to its end. */
  async #one(): Promise<'done'> {
    await Promise.race(this.#flights.values())
    return 'done'
  }

  /** Waits until all of them have. */
  async #land(): Promise<void> {
    await Promise.all(this.#flights.values())
  }

  async #refuseTrouble(): Promise<void> {
    if (this.#trouble === null) return
    await this.#land()
    const { error } = this.#trouble
    this.#trouble = null
    throw error
  }

  /**
   * Rows that were in flight go out again as they were begun, before anything is looked at anew: by then the copy may
   * hold what they wrote, and it would look as if there were nothing to write and nothing to take back.
   */
  async #prepare(signal: AbortSignal): Promise<'done' | 'none'> {
    const { inFlight } = await this.staging.progress()
    if (inFlight) {
      await this.#write(inFlight, true)
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

  async #write(row: RowToWrite, again: boolean): Promise<void> {
    const { cache, access } = this.tools
    const { signal } = this.#stopping
    const write = {
      title: tell('told.writeContact', { email: row.body.email }),
      method: 'POST',
      path: '/contacts',
      body: row.body,
    } as const
    try {
      const answer = await new ContactCalls(this.job, this.tools, signal).send(write, (options) =>
        access.client.upsertContact(row.body, options),
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
      const found = await itemProblem(error, access.client, signal)
      await this.staging.settle(row.row, { outcome: 'failed', problem: found })
    }
  }
}

/** An answer about another person's record must not be taken for this one's. */
function anotherContact() {
  return problem('answer_malformed', {
    why: tell('imports.run.theServiceAnsweredWith'),
  })
}
