import type { ActivityStore, ProjectActivityStore } from '../features/activity/store'
import type { AudienceStore } from '../features/segments/store'
import type { BatchStore, VerdictStore } from '../features/verification/store'
import type { CapabilityStore } from '../features/capabilities/store'
import type {
  CataloguePartStore,
  CatalogueStore,
  ExecutionStore,
  DraftStore,
} from '../features/catalogue/store'
import type { ContactStore, ViewStore } from '../features/contacts/store'
import type { EventStore } from '../features/events/store'
import type { ImportStore } from '../features/imports/store'
import type { JobStore } from '../jobs/store/api'
import type { Stepped } from '../core/database/session'
import type { MaintenanceStore } from '../core/database/maintenance'
import type { OutboxStore } from '../features/outbox/store'
import type { RecentStore } from '../features/recent/store'
import type { RecordStore } from '../features/records/store'
import type { ReviewStore } from '../features/review/store'
import type { RunStore } from '../copying/store/api'
import type { CampaignPeopleStore, CampaignWeekStore, SendingStore } from '../features/campaigns/store'
import type { SentMailStore } from '../features/mail/store'
import type { UnreadStore } from '../copying/store/unread'
import type { PlanStore } from '../features/plans/store'
import type { WorkStore } from '../jobs/store/work'

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
  recent: RecentStore
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
  plans: PlanStore
  campaignPeople: CampaignPeopleStore
  campaignWeeks: CampaignWeekStore
  sentMails: SentMailStore
  imports: ImportStore
  maintenance: MaintenanceStore
}

type AsyncMethods<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never
}

/** {@link CacheStore} as the main thread sees it: every method answers later. */
export type AsyncStore = { [Area in keyof CacheStore]: AsyncMethods<CacheStore[Area]> }

/** {@link CacheStore} as it is implemented: a method that could take long answers with its steps. */
export type SteppedStore = { [Area in keyof CacheStore]: Stepped<CacheStore[Area]> }

/** An opened cache. */
export interface Cache extends AsyncStore {
  /** Called after transactions that changed contacts or events, at most ten times a second. */
  watch(listener: (copy: { revision: number; contacts: number; events: number }) => void): () => void
  /** Checkpoints and ends the worker. */
  close(): Promise<void>
}
