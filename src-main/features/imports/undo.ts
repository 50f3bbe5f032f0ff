import { tell } from '../../../src-shared/messages/told'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Problem } from '../../../src-shared/problem'
import { isProblem, problem } from '../../core/problems'
import { ContactCalls } from '../../jobs/contact-calls'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../../jobs/job'
import { readEach, readListed } from '../../jobs/read-contacts'
import { itemProblem } from '../../jobs/trouble'
import type { RowToUndo, RowToWrite, UndoOutcome } from './rows'
import { deletedSince, takingBack } from '../../jobs/taking-back'
import { importOf, type ImportJobTools, type ImportRunRows } from './tools'

/** So many rows ahead are looked for in the list at once. */
const ahead = 100
/**
 * So long (milliseconds) a reading is ground for a write. A service takes no conditions: what somebody changes between
 * both is written over, so what is older is read again.
 */
const freshMs = 1000
/** So long (milliseconds) a write may wait to leave, be it for the budget or after a 429: then its contact is read again. */
const waitMs = 10_000

/** Does the jobs of kind `import.undo`: takes the rows of an import back that were written, the last one first. */
export function importUndo(tools: ImportJobTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: async (job) => new ImportUndo(job, await tools.staging(importOf(job)), tools),
    failures: async (job, _, slice) => (await tools.staging(importOf(job))).failures({ of: 'undo', slice }),
  }
}

class ImportUndo implements JobWork {
  #settledInFlight = false
  #before = Number.MAX_SAFE_INTEGER
  /** Those of whom the rows down to `#listedTo` wrote whom the list brought, asked for at `#listedAt` (monotonic). */
  #listed = new Map<string, Contact>()
  #listedTo = Number.MAX_SAFE_INTEGER
  #listedAt = 0

  constructor(
    private readonly job: Job,
    private readonly staging: ImportRunRows,
    private readonly tools: ImportJobTools,
  ) {}

  async progress(): Promise<JobProgress> {
    const { total, reversed, kept, failed } = await this.staging.undoProgress()
    return { total, done: reversed + kept + failed, failed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (!this.#settledInFlight) {
      await this.#settleInFlight(signal)
      this.#settledInFlight = true
    }
    const row = await this.staging.nextUndo(this.#before)
    if (!row) return 'none'
    const outcome = await this.#takeBack(row, signal)
    if (outcome) {
      await this.staging.settleUndo(row.row, outcome)
      this.#before = row.row
    }
    return 'done'
  }

  get #isFresh(): boolean {
    return this.tools.clock.monotonic() - this.#listedAt < freshMs
  }

  /**
   * What the service holds now of whom a row wrote: a stale copy would make a harmful undo. The list tells it of many at once,
   * again and again; of whom it does not bring soon enough, a request each.
   */
  async #read(row: RowToUndo, signal: AbortSignal): Promise<{ now: Contact | null } | { unread: Problem }> {
    const id = row.contactId
    const isStale = this.#listed.has(id) && !this.#isFresh
    if (row.row < this.#listedTo || isStale) await this.#lookAhead(row, signal)
    const listed = this.#listed.get(id)
    if (listed !== undefined) return { now: listed }
    const { held, unread } = await readEach([id], this.tools, signal)
    const why = unread.get(id)
    return why === undefined ? { now: held.get(id) ?? null } : { unread: why }
  }

  async #lookAhead(first: RowToUndo, signal: AbortSignal): Promise<void> {
    const ids = new Set<string>()
    let row: RowToUndo | null = first
    for (let rows = 0; row && rows < ahead; rows++) {
      ids.add(row.contactId)
      this.#listedTo = row.row
      row = await this.staging.nextUndo(row.row)
    }
    this.#listedAt = this.tools.clock.monotonic()
    this.#listed = await readListed(ids, this.tools, signal)
    // A list that takes so long is of no use here.
    if (!this.#isFresh) this.#listed.clear()
  }

  /** Null where the change waited so long to leave that what was read is too old: the row is to be read again. */
  async #takeBack(row: RowToUndo, signal: AbortSignal): Promise<UndoOutcome | null> {
    const read = await this.#read(row, signal)
    if ('unread' in read) return { outcome: 'failed', problem: read.unread }
    try {
      return await this.#change(row, read.now, signal)
    } catch (error) {
      if (isProblem(error, 'cancelled') && !signal.aborted) return null
      const found = await itemProblem(error, this.tools.access.client, signal)
      if (found.code !== 'not_found') return { outcome: 'failed', problem: found }
      // It was deleted between the question and the write.
      await this.tools.cache.contacts.remove(row.contactId)
      return row.isNew ? { outcome: 'reversed' } : { outcome: 'kept', why: deletedSince() }
    }
  }

  async #change(row: RowToUndo, now: Contact | null, signal: AbortSignal): Promise<UndoOutcome> {
    const id = row.contactId
    const known = await this.tools.cache.contacts.get(id)
    const wanted = takingBack(row, now, known?.eventCount ?? 0)
    const calls = new ContactCalls(this.job, this.tools, signal, waitMs)
    if (wanted.kind === 'restore') {
      const changed = await calls.update(id, tell('told.restoreContact', { email: row.email }), wanted.change)
      if (this.#listed.has(id)) this.#listed.set(id, changed)
    } else if (wanted.kind === 'delete') {
      await calls.delete(id, row.email)
      this.#listed.delete(id)
    }
    return wanted.kind === 'keep' ? { outcome: 'kept', why: wanted.why } : { outcome: 'reversed' }
  }

  /**
   * A run that was cancelled may have left rows of which nobody knows whether they were taken. What the service holds now
   * tells: what is as a row says is taken back like the others.
   */
  async #settleInFlight(signal: AbortSignal): Promise<void> {
    let isRefreshed = false
    for (;;) {
      const { inFlight } = await this.staging.progress()
      if (!inFlight) return
      if (!isRefreshed) await this.tools.refresh({ rows: 1, signal })
      isRefreshed = true
      await this.#settleRow(inFlight, signal)
    }
  }

  async #settleRow({ row, body, previous }: RowToWrite, signal: AbortSignal): Promise<void> {
    const id = previous?.contactId ?? (await this.tools.cache.contacts.findByEmail(body.email))?.id
    const { held, unread } = await readEach(id === undefined ? [] : [id], this.tools, signal)
    const [now = null] = held.values()
    const [unreadable] = unread.values()
    if (unreadable) throw problem(unreadable.code, unreadable)
    const isNew = previous === null
    const { kind } = takingBack({ email: body.email, isNew, wrote: body, previous }, now, 0)
    const took = now !== null && (kind === 'restore' || kind === 'delete')
    await this.staging.settle(
      row,
      took
        ? { outcome: 'written', contactId: now.id, isNew }
        : { outcome: 'failed', problem: problem('cancelled', { why: neverTaken() }).problem },
    )
  }
}

const neverTaken = () => tell('imports.undo.theRunWasCancelled')
