import type { z } from 'zod'
import type { Cache } from '../cache/store'
import type { WorkKindName, WorkListRecord } from './store/work'
import type { LeavingItem, RunOrUndo, RunOutcome, UndoneOutcome, WorkItem } from './store/work-items'
import type { JobProgress } from './job'

/** A kind of work: what its lists, and the items of these, hold of their own. */
export interface WorkKind<Detail extends object, Leaves, Before> {
  name: WorkKindName
  detail: z.ZodType<Detail>
  leaves: z.ZodType<Leaves>
  before: z.ZodType<Before>
}

/** An item of a kind: who it is about, what is to leave, and what was there when its turn came. */
export type ItemOf<Leaves, Before> = WorkItem & { leaves: Leaves; before: Before | null }

/** A list as it stands: its detail and its counts. `done`: in whichever way; `ways`: how many in each. */
export type ListRecord<Detail> = Detail &
  Omit<WorkListRecord, 'detail' | 'counts'> &
  Record<'total' | 'done' | 'skipped' | 'failed' | 'reversed' | 'kept' | 'unreversed', number> & {
    ways: Record<string, number>
  }

interface SettledBy {
  run: { positions: number[] } & RunOutcome
  undo: { positions: number[] } & UndoneOutcome
}
/** What became of some items. */
export type Settled<Of extends RunOrUndo> = SettledBy[Of]

/** The items of one list, typed by their kind. */
export class WorkList<Detail extends object, Leaves = null, Before = never> {
  constructor(
    private readonly work: Cache['work'],
    private readonly kind: WorkKind<Detail, Leaves, Before>,
    readonly id: number,
  ) {}

  async get(): Promise<ListRecord<Detail>> {
    const { detail, counts, ...rest } = await this.work.get(this.id)
    const { total = 0, skipped = 0, failed = 0, reversed = 0, kept = 0, unreversed = 0, ...ways } = counts
    const done = Object.values(ways).reduce((sum, count) => sum + count, 0)
    const known = { ...rest, total, done, skipped, failed, reversed, kept, unreversed, ways }
    return { ...this.kind.detail.parse(detail), ...known }
  }

  /** How far the job is that does the list, or takes it back. */
  async progress(of: RunOrUndo): Promise<JobProgress> {
    const { total, done, skipped, failed, reversed, kept, unreversed } = await this.get()
    return of === 'run'
      ? { total, done: done + skipped + failed, failed }
      : { total: done, done: reversed + kept + unreversed, failed: unreversed }
  }

  /** Changes some of the list's detail, on the disk once this has answered. */
  note(detail: Partial<Detail>): Promise<void> {
    return this.work.note({ id: this.id, detail })
  }

  /** Those whose turn it is, or that are on their way: in their order, and taken back the last first. */
  async next(of: RunOrUndo, state: 'waiting' | 'leaving', limit: number): Promise<ItemOf<Leaves, Before>[]> {
    const { leaves, before } = this.kind
    const items = await this.work.next({ id: this.id, of, state, limit })
    return items.map((item) => ({
      ...item,
      leaves: leaves.parse(item.leaves),
      before: item.before === null ? null : before.parse(item.before),
    }))
  }

  /** Says that items are on their way, on the disk before their request leaves; in a run, with what was there before. */
  leave(of: RunOrUndo, items: (LeavingItem & { before?: Before | null })[]): Promise<void> {
    return this.work.leave({ id: this.id, of, items })
  }

  /** Notes what became of items, and changes some of the list's detail with it. */
  settle<Of extends RunOrUndo>(of: Of, outcomes: Settled<Of>[], detail?: Partial<Detail>): Promise<void> {
    return this.work.settle({ id: this.id, of, outcomes, ...(detail ? { detail } : {}) })
  }

  /** Of what is on its way nothing was done: it waits again. */
  stay(of: RunOrUndo): Promise<void> {
    return this.work.stay({ id: this.id, of })
  }
}
