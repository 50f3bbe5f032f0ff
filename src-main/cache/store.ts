import type { AppliedPage, ApplyPage } from './applied-page'
import type {
  ContactDetail,
  ContactField,
  ContactPage,
  ContactQuery,
  ContactRow,
  DataField,
  Facet,
  SavedView,
} from '../../src-shared/bridge/contacts'
import type { Slice } from '../../src-shared/bridge/base'
import type { EventPage, EventQuery, EventRow, Histogram } from '../../src-shared/bridge/events'
import type { ActivityDetail, ActivityEntry, ActivityFilter } from '../../src-shared/bridge/activity'
import type { Job, JobKind, JobState } from '../../src-shared/bridge/jobs'
import type { OutboxEntry, OutboxState } from '../../src-shared/bridge/outbox'
import type { Overview } from '../../src-shared/bridge/overview'
import type { Resource, Run, RunMode, RunState } from '../../src-shared/bridge/sync'
import type { Contact } from '../../src-shared/interface/contact'
import type { Event } from '../../src-shared/interface/event'
import type { FilterCondition } from '../../src-shared/interface/filter'
import type { Problem } from '../../src-shared/problem'
import type { AudienceStore } from './audience/api'
import type { AudienceSegment } from './audience/condition'
import type { BatchStore } from './batches/api'
import type { CataloguePartStore, CatalogueStore } from './catalogue/api'
import type { ExecutionStore } from './catalogue/executions'
import type { DraftStore } from './drafts'
import type { UnreadStore } from './unread'
import type {
  ImportChanges,
  ImportHead,
  ImportRecord,
  RememberedColumn,
  RememberedMapping,
} from './import-record'
import type { CapabilityStore } from './capabilities'
import type { ProjectActivityStore } from './project-activity'
import type { VerdictStore } from './ledger/api'
import type { RecordStore } from './records/api'
import type { ReviewStore } from './reviews'
import type { SendingStore } from './sendings'
import type { SentMailStore } from './sent-mails'
import type { WorkStore } from './work'

/**
 * The cache of one profile, written once, synchronously: the worker implements it, the main thread calls
 * {@link AsyncStore}. Every method is one transaction, or reads one. Arguments and results are plain data.
 * All failures are ProblemErrors (`cache_damaged`, `cache_busy`, `disk_full`, ...).
 */
export interface CacheStore {
  contacts: ContactStore
  events: EventStore
  runs: RunStore
  outbox: OutboxStore
  activity: ActivityStore
  jobs: JobStore
  work: WorkStore
  views: ViewStore
  records: RecordStore
  verdicts: VerdictStore
  batches: BatchStore
  audience: AudienceStore
  catalogue: CatalogueStore
  catalogueParts: CataloguePartStore
  drafts: DraftStore
  unread: UnreadStore
  executions: ExecutionStore
  reviews: ReviewStore
  capabilities: CapabilityStore
  projectActivity: ProjectActivityStore
  sendings: SendingStore
  sentMails: SentMailStore
  imports: ImportStore
  maintenance: MaintenanceStore
}

export interface ContactStore {
  page(input: { query: ContactQuery; slice: Slice }): ContactPage
  locate(input: { query: ContactQuery; id: string }): number | null
  facets(input: { query: ContactQuery; fields: ContactField[]; limit: number }): Facet[]
  fields(): DataField[]
  get(id: string): ContactDetail | null
  findByEmail(email: string): ContactRow | null
  freeze(input: { query: ContactQuery }): { selectionId: string; count: number }
  /** Freezes those for whom a condition of the filter grammar holds now, in the order of the copy. */
  freezeAudience(input: { condition: FilterCondition; segments: AudienceSegment[] }): {
    selectionId: string
    count: number
  }
  /** Rows of a frozen selection by position: what exports and jobs read. People deleted since are left out. */
  frozenRows(input: { selectionId: string; slice: Slice }): ContactRow[]
  releaseSelection(selectionId: string): void
  rowsByIds(ids: string[]): ContactRow[]
  /** The search box and filters of the palette: the first `limit` matches. */
  applyPage(input: ApplyPage<Contact>): AppliedPage
  /** After a write of ours: the record as the service answered it. */
  upsert(record: Contact): void
  /** After a write of ours to many, which the service answered without their records. Unknown ids are passed over. */
  subscribeAll(input: { ids: string[]; subscribed: boolean }): void
  remove(id: string): void
  removeAll(ids: string[]): void
  overview(input: { months: number; now: number }): Pick<
    Overview,
    'contacts' | 'subscribed' | 'unsubscribed' | 'growth'
  > & {
    last30Days: { contacts: number; unsubscribed: number }
  }
}

export interface EventStore {
  page(input: { query: EventQuery; slice: Slice }): EventPage
  histogram(input: { query: EventQuery; buckets: number }): Histogram
  names(): { name: string; count: number }[]
  get(id: string): (EventRow & { raw: Record<string, unknown> }) | null
  applyPage(input: ApplyPage<Event>): AppliedPage
  /** The whole list of names, as the service gives it, ending that run's work. */
  applyNames(input: { runId: number; names: string[] }): AppliedPage
  upsert(record: Event): void
  /** Takes in those that the copy does not have: an event never changes. How many they were. */
  keep(records: Event[]): number
  /** Lets go of every event of a name, and of the name: the service has none of it any more. How many they were. */
  forget(name: string): number
  countSince(instant: number): number
}

export interface RunStore {
  /** Rejects a second live run of the same resource with `sync_running`. */
  begin(input: { resource: Resource; mode: RunMode; cause: Run['cause']; now: number }): Run
  get(runId: number): { run: Run; bookmark: unknown } | null
  /** Runs that are queued, running, paused or asking; `running` became `queued` when the cache was opened. */
  live(): { run: Run; bookmark: unknown }[]
  setState(input: {
    runId: number
    state: RunState
    now: number
    problem?: Problem | null
    note?: string | null
  }): Run
  /** How many rows of the resource this run did not see. */
  unseen(runId: number): { unseen: number; total: number }
  /** Ends the run as finished; with `sweep`, deletes what it did not see, in the same transaction per thousand rows. */
  finish(input: { runId: number; sweep: boolean; note: string | null; now: number }): Run
  page(slice: Slice): { runs: Run[]; count: number }
  resource(resource: Resource): {
    rows: number
    asOf: number | null
    fullAsOf: number | null
    run: Run | null
    last: Run | null
  }
}

/** A write on its way: the entry as it is shown, with what is sent. Committed with synchronous=FULL. */
export interface OutboxRecord {
  entry: OutboxEntry
  method: 'PATCH' | 'DELETE' | 'POST'
  path: string
  body: unknown
  idempotencyKey: string | null
  /** For an edit of a contact: the fields as they were when it was queued, to find a conflict. */
  before: Record<string, unknown> | null
}

export interface OutboxStore {
  add(input: Omit<OutboxRecord, 'entry'> & { entry: Omit<OutboxEntry, 'id'> }): OutboxRecord
  get(id: number): OutboxRecord | null
  /** `queued`, `in_flight`, `unknown`, `conflict` and `refused`, the oldest first. */
  open(): OutboxRecord[]
  set(input: {
    id: number
    state: OutboxState
    now: number
    problem?: Problem | null
    conflict?: OutboxEntry['conflict']
    before?: Record<string, unknown> | null
    body?: unknown
    attempted?: boolean
  }): OutboxRecord
}

/** A job's row with what its work needs to find its place again. */
export interface JobRecord {
  job: Job
  detail: unknown
}

/** Counts of a job's items, as its row keeps them for when it is at rest. */
type JobCounts = Pick<Job, 'total' | 'done' | 'failed'>

/** Jobs come with neither rate nor time left: only who runs them knows these. */
export interface JobStore {
  add(input: { kind: JobKind; title: string; importId: number | null; detail: unknown; now: number }): Job
  get(id: number): JobRecord | null
  /** Queued, running and paused ones, the oldest first; `running` became `queued` when the cache was opened. */
  live(): JobRecord[]
  /** Those that ended since an instant and were not put away, in no order. */
  lately(since: number): Job[]
  /** Puts a job into a state. Committed with synchronous=FULL. */
  set(input: { id: number; state: JobState; now: number; problem: Problem | null; progress?: JobCounts }): Job
  count(input: { id: number; progress: JobCounts }): void
  dismiss(id: number): void
  /** The newest first. */
  page(input: { kind: JobKind | null; slice: Slice }): { jobs: Job[]; count: number }
  /** The newest first. */
  ofImport(importId: number): Job[]
}

export interface ActivityStore {
  /** Adds an entry and returns its id. */
  add(input: Omit<ActivityDetail, 'id'>): number
  set(input: { id: number } & Partial<Omit<ActivityDetail, 'id'>>): void
  page(input: { filter: ActivityFilter; slice: Slice }): {
    entries: ActivityEntry[]
    count: number
    total: number
  }
  get(id: number): ActivityDetail | null
}

export interface ViewStore {
  list(): SavedView[]
  save(view: SavedView): void
  remove(id: string): void
}

export interface ImportStore {
  add(input: Omit<ImportRecord, 'id'>): ImportRecord
  get(id: number): ImportRecord | null
  /** Rejects with `not_found` where it was discarded. */
  set(input: { id: number } & ImportChanges): ImportRecord
  /** The newest first. */
  page(slice: Slice): { imports: ImportHead[]; count: number }
  all(): ImportHead[]
  /** Ids of files that could not be read, which no page lists: nothing of them is left but why. */
  refused(): number[]
  remove(id: number): void
  /** Notes whom an import wrote, by the service's id: what a query's `of` means. Doing it twice changes nothing. */
  addPeople(input: { importId: number; contactIds: string[] }): void
  /** Where the columns of a header went the last time; null where it is new. */
  mapping(key: string): RememberedMapping | null
  /** `name`: of the import's file. */
  remember(input: { key: string; columns: RememberedColumn[]; name: string; now: number }): void
}

export type { LedgerEntry, LedgerVerdict, StoredRules } from './ledger/api'

export interface MaintenanceStore {
  /** Bytes of the database with its log, and whether it is encrypted. */
  size(): { bytes: number; encrypted: boolean }
  /** Grows with every change of contacts or events. */
  revision(): { revision: number; contacts: number; events: number }
  check(): { sound: boolean; findings: string[] }
  /** Empties contacts, events and runs; outbox, activity, views and verdicts stay. */
  clear(): void
}

type Methods<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never
}

/** {@link CacheStore} as the main thread sees it: every method answers later. */
export type AsyncStore = { [Area in keyof CacheStore]: Methods<CacheStore[Area]> }

/** An opened cache. */
export interface Cache extends AsyncStore {
  /** Called after transactions that changed contacts or events, at most ten times a second. */
  watch(listener: (copy: { revision: number; contacts: number; events: number }) => void): () => void
  /** Checkpoints and ends the worker. */
  close(): Promise<void>
}

/** How a cache is opened. `key`: 32 random bytes as hex, or null for a plain file of mode 0600. */
export interface CacheLocation {
  folder: string
  key: string | null
}
