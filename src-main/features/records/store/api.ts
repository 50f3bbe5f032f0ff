import type { Slice } from '../../../../src-shared/bridge/base'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type {
  RecordDetail,
  RecordFacet,
  RecordField,
  RecordMapping,
  RecordPage,
  RecordQuery,
  RecordRow,
  RecordRun,
  RecordView,
} from '../../../../src-shared/bridge/records'
import type { RunState } from '../../../../src-shared/bridge/sync'
import type { Problem } from '../../../../src-shared/problem'

interface RecordRunRow {
  run: RecordRun
  bookmark: unknown
}

/** How a page came out once it was stored. */
export interface RecordOutcome {
  /** Whether the page begins with a record that this pass has read. */
  known: boolean
  /** How many of the page's records this pass had not read before; 0 where it had to meet and did not. */
  fresh: number
}

/** One page of a run. */
export interface ApplyRecordPage {
  /** Which reading of the whole list this is: 1 or 2. */
  pass: number
  ids: string[]
  /** JSON of the record of each id, with that id ahead of its other fields. */
  texts: string[]
  /** The page must begin with a record that this pass has read: else the run goes on with `otherwise`. */
  anchored: boolean
  /** Where the run goes on: JSON of the pager's own. */
  bookmark: unknown
  otherwise: unknown
  expected: number | null
  /** What the run's row says of how it goes. */
  drift: RecordRun['drift']
  /** What the pages behind it take for granted. */
  assumed: RecordOutcome
}

/** Pages of a run, applied with their bookmarks in one transaction (docs/rules.md, rule 4). */
export interface ApplyRecordPages {
  runId: number
  pages: ApplyRecordPage[]
  inFlight: number
}

export interface AppliedRecordPages {
  /** Of the pages that were stored: those behind one that came out otherwise than assumed are not. */
  outcomes: RecordOutcome[]
  run: RecordRun
  /** How many records the copy of the connection holds, and its revision, after these pages. */
  rows: number
  revision: number
}

/** What went to the audience the last time. */
export interface HandedOver {
  at: number
  importId: number
  records: number
  /** The number of the last change it contained. */
  upTo: number
}

/** What the copy holds of a connection. */
export interface RecordSummary {
  rows: number
  revision: number
  asOf: number | null
  run: RecordRun | null
  last: RecordRun | null
}

type Of<T = unknown> = { connectionId: string } & T

/** The records of a profile's connections. */
export interface RecordStore {
  summary(connectionId: string): RecordSummary
  begin(input: Of<{ cause: RecordRun['cause']; now: number }>): RecordRun
  run(runId: number): RecordRunRow | null
  live(): RecordRunRow[]
  runs(input: Of<{ slice: Slice }>): { runs: RecordRun[]; count: number }
  applyPages(input: ApplyRecordPages): AppliedRecordPages
  setState(input: {
    runId: number
    state: RunState
    now: number
    problem: Problem | null
    report?: string[]
  }): RecordRun
  /** Stores where a run goes on without a page: a second pass begins. */
  mark(input: { runId: number; bookmark: unknown; shown: Pick<RecordRun, 'drift'> }): RecordRun
  /** Rows of the copy that the run has not seen, and all. */
  unseen(runId: number): { unseen: number; total: number }
  finish(input: { runId: number; sweep: boolean; report: string[]; now: number }): RecordRun
  /** `selectionId`: the answer says which of the rows this frozen selection does not hold. */
  page(input: Of<{ query: RecordQuery; slice: Slice; selectionId?: string | undefined }>): RecordPage
  locate(input: Of<{ query: RecordQuery; id: string }>): number | null
  facets(
    input: Of<{ query: RecordQuery; fields: RecordField[]; limit: number; containing?: string | undefined }>,
  ): RecordFacet[]
  fields(connectionId: string): DataField[]
  get(input: Of<{ id: string }>): RecordDetail | null
  /** `also`: those that are kept with them. */
  freeze(input: Of<{ query: RecordQuery; also?: PickedRows | undefined }>): {
    selectionId: string
    count: number
  }
  /** How many of those picked a query shows. */
  shown(input: Of<{ query: RecordQuery; picked: PickedRows }>): number
  /** Rows of a frozen selection by position; records that are gone since are left out. */
  frozenRows(input: { selectionId: string; slice: Slice }): RecordRow[]
  releaseSelection(selectionId: string): void
  rowsByIds(input: Of<{ ids: string[] }>): RecordRow[]
  views(connectionId: string): RecordView[]
  saveView(input: Of<{ view: RecordView }>): void
  removeView(input: Of<{ id: string }>): void
  /** What was used last, and the number of the last change. */
  audience(connectionId: string): {
    mapping: RecordMapping | null
    handed: HandedOver | null
    changes: number
  }
  handedOver(input: Of<{ mapping: RecordMapping; handed: HandedOver }>): void
  /** Deletes everything of a connection, or its records and runs alone. */
  remove(input: Of<{ keepViews: boolean }>): void
}
