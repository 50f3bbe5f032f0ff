import type { ActivityStore } from './activity-api'
import type { AudienceStore } from './audience/api'
import type { BatchStore } from './batches/api'
import type { CapabilityStore } from './capabilities'
import type { CataloguePartStore, CatalogueStore } from './catalogue/api'
import type { ExecutionStore } from './catalogue/executions'
import type { ContactStore, ViewStore } from './contacts/api'
import type { DraftStore } from './drafts'
import type { EventStore } from './events/api'
import type { ImportStore } from './import-record'
import type { JobStore } from './jobs-api'
import type { VerdictStore } from './ledger/api'
import type { MaintenanceStore } from './maintenance'
import type { OutboxStore } from './outbox-api'
import type { ProjectActivityStore } from './project-activity'
import type { RecordStore } from './records/api'
import type { ReviewStore } from './reviews'
import type { RunStore } from './runs/api'
import type { SendingStore } from './sendings'
import type { SentMailStore } from './sent-mails'
import type { UnreadStore } from './unread'
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
