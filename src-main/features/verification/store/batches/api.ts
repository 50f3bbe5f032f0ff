import type { Slice } from '../../../../../src-shared/bridge/base'
import type {
  Batch,
  BatchDetail,
  BatchFilter,
  BatchRow,
  BatchSort,
  BatchSource,
} from '../../../../../src-shared/bridge/verification'
import type { Told } from '../../../../../src-shared/messages/told'
import type { CountedContacts } from '../../../../../src-shared/bridge/verdicts'

/** How many addresses have a verdict of each class. */
export type ByClass = Batch['byClass']

/** A batch with the counts that are kept with it. */
export interface BatchRecord
  extends
    Pick<Batch, 'id' | 'createdAt' | 'problem' | 'addresses' | 'byClass'>,
    Pick<BatchDetail, 'given' | 'blank' | 'duplicates'> {
  name: Told
  source: BatchSource
  /** What was under way when it was last written; null: nothing. */
  unfinished: 'collecting' | 'lookingUp' | null
  /** When its first job began; null before. */
  startedAt: number | null
  /** Milliseconds that its jobs ran. */
  ranMs: number
  /** Addresses without a verdict, and those with one that are to be asked about again. */
  waiting: number
  again: number
  /** Its newest job. */
  job: number | null
  /** It is only looked at: it is in no list. */
  draft: boolean
  /** What was known before that instant is asked about again; null: what no longer counts is. */
  since: number | null
}

/** What can be changed of a batch. */
export type BatchChanges = Partial<Pick<BatchRecord, 'unfinished' | 'problem' | 'startedAt'>>

/** An address that is to be asked about. */
export interface OpenAddress {
  position: number
  /** As the ledger has it: lower case. */
  email: string
  /** The instant of what was known of it; 0: nothing was. */
  asked: number
}

/** An address of a batch as it is listed, with the weightiest sign and all the sentences of its verdict. */
export type BatchAddress = Omit<BatchRow, 'verdict'> & {
  /** Names of signs are stable, their titles are told elsewhere. */
  verdict: (Omit<NonNullable<BatchRow['verdict']>, 'reason'> & { sign: string; reasons: string[] }) | null
}

/** Counts over the addresses of a batch. */
export type BatchTally = Pick<
  BatchDetail,
  | 'contacts'
  | 'fromLedger'
  | 'settledLocally'
  | 'calls'
  | 'flipped'
  | 'suggestions'
  | 'byDomain'
  | 'otherDomains'
  | 'bySource'
> & { byReason: Omit<BatchDetail['byReason'][number], 'title'>[] }

/** Calls that were made, and addresses whose class changed. */
export type BatchFigures = Pick<BatchTally, 'calls' | 'flipped'>

/** Verification batches. Methods that take an id reject with `not_found` where there is no such batch. */
export interface BatchStore {
  add(input: {
    name: string
    source: BatchSource
    now: number
    draft?: boolean
    since?: number | null
  }): BatchRecord
  /** A draft becomes a batch like others, under a name. */
  settle(input: { id: number; name: string }): void
  /** The ids of drafts. */
  drafts(): number[]
  get(id: number): BatchRecord
  /** The newest first. */
  page(slice: Slice): { batches: BatchRecord[]; count: number }
  /** Those whose addresses are being collected or looked up, the oldest first. */
  unfinished(): BatchRecord[]
  set(input: { id: number } & BatchChanges): void
  /** Adds at most 1,000 addresses behind those that are there, in one transaction. Blank ones and repetitions are counted. */
  put(input: { id: number; emails: string[] }): void
  /** {@link put} of contacts of a frozen selection by position, but for some by their ids. Rejects where it is not kept any more. */
  putFrozen(input: { id: number; selectionId: string; except: string[]; slice: Slice }): void
  /** Freezes contacts whose newest verdict is from before an instant, or who have none: the latter first, then the oldest. */
  freezeNotChecked(input: { before: number }): { selectionId: string; count: number }
  freezeStanding(input: { standing: CountedContacts; now: number }): { selectionId: string; count: number }
  /** Takes every address out, to begin anew. */
  empty(id: number): void
  /** Who is to be asked about, the oldest knowledge first, after one of them. */
  open(input: { id: number; after: OpenAddress | null; limit: number }): OpenAddress[]
  /** Notes at most 1,000 verdicts that the ledger holds, by address and instant, and that a job ran so much longer. */
  note(input: { id: number; verdicts: { email: string; at: number }[]; ranMs: number }): void
  /** Has every address of class `unknown` asked about again. Answers how many are. */
  again(id: number): number
  tally(id: number): BatchTally
  /** What the list of batches shows beside the counts by class. */
  figures(id: number): BatchFigures
  rows(input: { id: number; filter: BatchFilter; sort: BatchSort; slice: Slice }): {
    rows: BatchAddress[]
    count: number
  }
  /** The positions that a filter leaves, in their order. */
  select(input: { id: number; filter: BatchFilter }): Uint32Array
  /** The addresses at at most 1,000 positions. */
  at(input: { id: number; positions: Uint32Array }): BatchAddress[]
  /** Freezes the contacts among the filtered addresses, in their order. */
  freeze(input: { id: number; filter: BatchFilter }): {
    selectionId: string
    count: number
    notContacts: number
  }
  remove(id: number): void
}
