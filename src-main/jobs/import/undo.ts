import type { Answer } from '../../client/answer'
import type { CallOptions } from '../../client/call-options'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import { logged } from '../../cache/write-log'
import { problem } from '../../problems'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { leaving } from '../leaving'
import { readContacts, readEach, type ReadContacts } from '../read-contacts'
import { itemProblem } from '../trouble'
import type { RowToUndo, RowToWrite, UndoOutcome } from './staging'
import { deletedSince, takingBack } from './taking-back'
import { importOf, type ImportJobTools, type RunRows } from './tools'

/** So many rows are read before they are taken back, and so long that holds: what somebody changes after it is written over. */
const ahead = 100
const freshMs = 60_000

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
  /** What the service holds of whom the rows down to `#readTo` wrote, as it was at `#readAt` (monotonic). */
  #now: ReadContacts = { held: new Map(), unread: new Map() }
  #readTo = Number.MAX_SAFE_INTEGER
  #readAt = 0

  constructor(
    private readonly job: Job,
    private readonly staging: RunRows,
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
    const isFresh = row.row >= this.#readTo && this.tools.clock.monotonic() - this.#readAt < freshMs
    if (!isFresh) await this.#lookAhead(row, signal)
    else {
      await this.#takeBack(row, signal)
      this.#before = row.row
    }
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /** A stale copy would make a harmful undo: the service is asked what it holds of the next rows now. */
  async #lookAhead(first: RowToUndo, signal: AbortSignal): Promise<void> {
    const ids = new Set<string>()
    let row: RowToUndo | null = first
    for (let rows = 0; row && rows < ahead; rows++) {
      ids.add(row.contactId)
      this.#readTo = row.row
      row = await this.staging.nextUndo(row.row)
    }
    this.#now = await readContacts([...ids], this.tools, signal)
    this.#readAt = this.tools.clock.monotonic()
  }

  async #takeBack(row: RowToUndo, signal: AbortSignal): Promise<void> {
    const { line } = this.tools
    const { held, unread } = this.#now
    const unreadable = unread.get(row.contactId)
    if (unreadable) return this.staging.settleUndo(row.row, { outcome: 'failed', problem: unreadable })
    try {
      const now = held.get(row.contactId) ?? null
      await this.staging.settleUndo(row.row, await this.#change(row, now, signal))
    } catch (error) {
      const found = await itemProblem(error, line.client, signal)
      // It was deleted between the question and the write.
      const gone = found.code === 'not_found'
      if (gone) await this.tools.cache.contacts.remove(row.contactId)
      await this.staging.settleUndo(row.row, gone ? goneSince(row) : { outcome: 'failed', problem: found })
    }
  }

  async #change(row: RowToUndo, now: Contact | null, signal: AbortSignal): Promise<UndoOutcome> {
    const { cache, line } = this.tools
    const id = row.contactId
    const known = await cache.contacts.get(id)
    const wanted = takingBack(row, now, known?.eventCount ?? 0)
    if (wanted.kind === 'restore') {
      const { change } = wanted
      const write = { title: `Restore ${row.email}`, method: 'PATCH', body: change } as const
      const answer = await this.#logged(id, write, signal, (options) =>
        line.client.updateContact(id, change, options),
      )
      if (answer.value.id !== id) {
        throw problem('answer_malformed', {
          why: 'The service answered with another contact than the one that was changed.',
        })
      }
      await cache.contacts.upsert(answer.value)
      this.#now.held.set(id, answer.value)
    } else if (wanted.kind === 'delete') {
      const write = { title: `Delete ${row.email}`, method: 'DELETE', body: null } as const
      await this.#logged(id, write, signal, (options) => line.client.deleteContact(id, options))
      await cache.contacts.remove(id)
      this.#now.held.delete(id)
    }
    return wanted.kind === 'keep' ? { outcome: 'kept', why: wanted.why } : { outcome: 'reversed' }
  }

  #logged<T>(
    id: string,
    write: { title: string; method: 'PATCH' | 'DELETE'; body: unknown },
    signal: AbortSignal,
    call: (options: CallOptions) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const { cache, clock } = this.tools
    const entry = { cause: this.job.title, path: `/contacts/${encodeURIComponent(id)}`, ...write }
    return leaving(signal, clock, (options) => logged(cache, clock, entry, () => call(options)))
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
    const asWritten = {
      row,
      email: body.email,
      contactId: now?.id ?? '',
      isNew: previous === null,
      wrote: body,
      previous,
    }
    const { kind } = takingBack(asWritten, now, 0)
    const took = now !== null && (kind === 'restore' || kind === 'delete')
    await this.staging.settle(
      row,
      took
        ? { outcome: 'written', contactId: now.id, isNew: previous === null }
        : { outcome: 'failed', problem: problem('cancelled', { why: neverTaken }).problem },
    )
  }
}

/** What is so where a contact was deleted before it could be changed back. */
function goneSince({ isNew }: RowToUndo): UndoOutcome {
  return isNew ? { outcome: 'reversed' } : { outcome: 'kept', why: deletedSince }
}

const neverTaken =
  'The run was cancelled before this row was answered, and the service does not hold what it says.'
