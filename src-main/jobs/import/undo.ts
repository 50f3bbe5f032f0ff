import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Answer, CallOptions } from '../../client/client'
import { logged } from '../../cache/write-log'
import { isProblem, problem } from '../../problems'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { leaving } from '../leaving'
import { itemProblem } from '../trouble'
import type { RowToUndo, UndoOutcome } from './staging'
import { deletedSince, takingBack } from './taking-back'
import { importOf, type ImportJobTools, type RunRows } from './tools'

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
    await this.#takeBack(row, signal)
    this.#before = row.row
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #takeBack(row: RowToUndo, signal: AbortSignal): Promise<void> {
    const { line } = this.tools
    try {
      // A stale copy would make a harmful undo: the service is asked what it holds now.
      const now = await this.#read(row.contactId, signal)
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
    } else if (wanted.kind === 'delete') {
      const write = { title: `Delete ${row.email}`, method: 'DELETE', body: null } as const
      await this.#logged(id, write, signal, (options) => line.client.deleteContact(id, options))
      await cache.contacts.remove(id)
    } else if (now) await cache.contacts.upsert(now)
    else if (known) await cache.contacts.remove(id)
    return wanted.kind === 'keep' ? { outcome: 'kept', why: wanted.why } : { outcome: 'reversed' }
  }

  async #read(id: string, signal: AbortSignal): Promise<Contact | null> {
    const { line, clock } = this.tools
    try {
      return (await leaving(signal, clock, (options) => line.client.getContact(id, options))).value
    } catch (error) {
      if (isProblem(error, 'not_found')) return null
      throw error
    }
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
   * A run that was cancelled may have left a row of which nobody knows whether it was taken. What the service holds now
   * tells: if it is what the row says, it is taken back like the others.
   */
  async #settleInFlight(signal: AbortSignal): Promise<void> {
    const { inFlight } = await this.staging.progress()
    if (!inFlight) return
    const { cache, refresh } = this.tools
    await refresh({ rows: 1, signal })
    const { row, body, previous } = inFlight
    const id = previous?.contactId ?? (await cache.contacts.findByEmail(body.email))?.id
    const now = id === undefined ? null : await this.#read(id, signal)
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
