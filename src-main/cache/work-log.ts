import { keptFailure } from '../core/problems'
import { z } from 'zod'
import type { Told } from '../../src-shared/messages/told'
import type { ActivityDetail, Cause } from '../../src-shared/bridge/activity'
import type { Problem } from '../../src-shared/problem'
import type { Cache } from './store'

/** A run or a job, as far as its entry tells of it. */
interface Work {
  id: number
  state: string
  startedAt: number | null
  endedAt: number | null
  problem: Problem | null
}

/** What the entries of one kind of work say. */
export interface LoggedWork<W extends Work> {
  /** Under which name an entry holds the id of its work. */
  idKey: 'run' | 'recordRun' | 'job'
  /** The work of an id by its row; null: there is none any more. */
  find(id: number): Promise<W | null>
  /** "Quick refresh of contacts". */
  titleOf(work: W): Told
  causeOf(work: W): Cause
  /** What is kept of it besides its id: its counts. */
  countsOf(work: W): object
  /** What of the request that ended it is kept. */
  requestOf?(work: W): Pick<ActivityDetail, 'status' | 'requestId'>
}

/** How often the counts of what is under way are written, in milliseconds: the list may be looked at meanwhile. */
const noteMs = 5000

/** Runs or jobs in the activity log: one entry each, from start to end, found again after a restart. */
export class WorkLog<W extends Work> {
  /** By the id of its work: the entry, and when its counts were written last, milliseconds since 1970. */
  readonly #entries = new Map<number, { id: number; notedAt: number }>()
  #found: Promise<void> | null = null

  /** `now` is the wall clock. */
  constructor(
    private readonly cache: Pick<Cache, 'activity'>,
    private readonly now: () => number,
    private readonly logged: LoggedWork<W>,
  ) {}

  /** Enters a work, or finds its entry where it was entered before a restart. */
  async begin(work: W): Promise<void> {
    await (this.#found ??= this.#findRunning())
    if (this.#entries.has(work.id)) return
    const id = await this.cache.activity.add({
      at: this.now(),
      kind: 'run',
      cause: this.logged.causeOf(work),
      title: this.logged.titleOf(work),
      outcome: 'running',
      method: null,
      path: null,
      status: null,
      requestId: null,
      durationMs: null,
      sent: this.#sent(work),
      problem: null,
      job: this.logged.idKey === 'job' ? work.id : null,
    })
    this.#entries.set(work.id, { id, notedAt: 0 })
  }

  /** Notes how far a work is, now and then: called as often as it goes on. */
  async note(work: W): Promise<void> {
    const entry = this.#entries.get(work.id)
    const now = this.now()
    // The clock may have been set back.
    if (!entry || Math.abs(now - entry.notedAt) < noteMs) return
    entry.notedAt = now
    await this.cache.activity.set({ id: entry.id, outcome: 'running', sent: this.#sent(work) })
  }

  /** Closes the entry of a work that is at its end. */
  async end(work: W): Promise<void> {
    await (this.#found ??= this.#findRunning())
    await this.#close(work)
  }

  /** Entries that an earlier start of the program left running. */
  async #findRunning(): Promise<void> {
    const { activity } = this.cache
    const { idKey, find } = this.logged
    const sentSchema = z.looseObject({ [idKey]: z.number().int() })
    const { entries: left } = await activity.page({
      filter: { kind: 'run', outcome: 'running', search: '' },
      slice: { offset: 0, limit: 100 },
    })
    for (const { id } of left) {
      const number = sentSchema.safeParse((await activity.get(id))?.sent).data?.[idKey]
      if (number === undefined) continue // Another kind's.
      const work = await find(number)
      if (!work) await activity.set({ id, outcome: 'failed' })
      else this.#entries.set(number, { id, notedAt: 0 })
      // It ended while nobody could write that down: its row knows how.
      if (work && work.endedAt !== null) await this.#close(work)
    }
  }

  async #close(work: W): Promise<void> {
    const entry = this.#entries.get(work.id)
    if (!entry) return
    this.#entries.delete(work.id)
    const { state, problem, startedAt, endedAt } = work
    const ended = endedAt ?? this.now()
    await this.cache.activity.set({
      id: entry.id,
      outcome: state === 'finished' ? 'done' : state === 'cancelled' ? 'cancelled' : 'failed',
      durationMs: Math.max(0, ended - (startedAt ?? ended)),
      ...this.logged.requestOf?.(work),
      sent: this.#sent(work),
      problem: problem && keptFailure(problem),
    })
  }

  #sent(work: W): object {
    return { [this.logged.idKey]: work.id, ...this.logged.countsOf(work) }
  }
}
