import type { Slice } from '../../src-shared/bridge/base'
import type { BulkAction } from '../../src-shared/bridge/bulk'
import type { Problem } from '../../src-shared/problem'

/** Someone whom a change of many contacts is done to. `before`: what the contact held, as far as the change concerns it. */
export interface BulkTarget {
  position: number
  contactId: string
  email: string
  before: { subscribed: boolean; data: Record<string, unknown> } | null
}

/** A batch that the service has queued, by its name there. */
export interface BulkBatch {
  job: string
  /** Whether it repeats what may have been done before: who is so already may have become so by us. */
  again: boolean
}

/** What became of some targets. */
export interface BulkOutcome<Outcome extends string> {
  positions: number[]
  outcome: Outcome
  problem?: Problem
}

/** What became of targets that were to be changed. */
export type RunOutcome = BulkOutcome<'done' | 'skipped' | 'failed'>

/** What became of targets that were to be taken back. */
export type UndoneOutcome = BulkOutcome<'reversed' | 'kept' | 'failed'>

/** A change of many contacts with the counts of its targets, and the jobs that do it and last took it back, if any. */
export interface BulkRecord {
  id: number
  action: BulkAction
  /** The segment that people are added to. */
  segmentId: string | null
  job: number | null
  undoJob: number | null
  total: number
  done: number
  skipped: number
  failed: number
  /** On their way: their request may have been sent, and no answer has come. */
  leaving: number
  reversed: number
  kept: number
  unreversed: number
  /** The batch that is on its way; null: none, or nobody knows its name. */
  batch: BulkBatch | null
  undoBatch: BulkBatch | null
}

/** What failed alike, with the first address that did. */
export interface BulkFailure {
  email: string
  problem: Problem
  alike: number
}

/** Targets wait, leave (their request may have been sent), and are settled: done, skipped or failed. */
export interface BulkStore {
  add(action: BulkAction): number
  /** Says which segment the people are added to. */
  into(input: { id: number; segmentId: string }): void
  /** Removes it with its targets. */
  remove(id: number): void
  /** Adds targets behind those that are there. */
  put(input: { id: number; targets: { contactId: string; email: string }[] }): void
  get(id: number): BulkRecord
  next(input: { id: number; outcome: 'waiting' | 'leaving'; limit: number }): BulkTarget[]
  /** Committed with synchronous=FULL. */
  leave(input: { id: number; targets: Pick<BulkTarget, 'position' | 'before'>[] }): void
  settle(input: { id: number } & RunOutcome): void
  /** What is done and not taken back, the last first. */
  nextUndo(input: { id: number; limit: number }): BulkTarget[]
  settleUndo(input: { id: number } & UndoneOutcome): void
  /** What is on its way to be taken back, a batch at a time. */
  undoLeaving(id: number): BulkTarget[]
  /** Committed with synchronous=FULL. */
  leaveUndo(input: { id: number; positions: number[] }): void
  /** Notes by which name the service knows the batch that is on its way. Committed with synchronous=FULL. */
  queued(input: { id: number; of: 'run' | 'undo'; batch: BulkBatch }): void
  /** Of what is on its way nothing was done: it waits again. */
  stay(input: { id: number; of: 'run' | 'undo' }): void
  /** What became of the whole batch, and that none is on its way any more, in one transaction. */
  settleBatch(input: { id: number; outcomes: RunOutcome[] }): void
  settleUndoBatch(input: { id: number; outcomes: UndoneOutcome[] }): void
  /** What could not be taken back may be tried again. */
  retryUndo(id: number): void
  failures(input: { id: number; of: 'run' | 'undo'; slice: Slice }): {
    failures: BulkFailure[]
    count: number
  }
  /** Removes what no job was made for: the program ended in between. */
  sweep(): void
}
