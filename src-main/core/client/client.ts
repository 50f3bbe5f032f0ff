import type { BudgetState } from './budget-state'
import type { ServiceQuirks } from './service-quirks'
import type { Answer, CallOptions } from './call-options'
import type {
  Contact,
  UpdateContactRequest,
  UpsertContactRequest,
  UpsertedContact,
} from '../../../src-shared/interface/contact'
import type { FilterReading } from '../../../src-shared/interface/filter'
import type { Event, TrackRequest, TrackedEvent } from '../../../src-shared/interface/event'
import type { ListPage, ListRequest } from '../../../src-shared/interface/paging'
import type { BulkClient } from './bulk'
import type { CatalogueClient } from './catalogue'
import type { DeployedClient } from './deployed'
import type { HeardAnswer } from './heard'
import type { ImageClient } from './images'
import type { MailClient } from './mail'
import type { ProjectActivityClient } from './project-activity'
import type { Probe, ProbeAnswer } from './probes'
import type { VerifyOutcome } from './verify'
import type { StepClient } from './workflow-steps'

/**
 * The service as the console calls it, one project's. Every method rejects with a ProblemError; reads are retried
 * after a 5xx, a reset or a time-out, writes only where they may safely happen twice (upsert, update and delete by id:
 * the same call again has the same effect); track is never retried: a missing answer is `outcome_unknown`.
 */
export interface ServiceClient
  extends
    CatalogueClient,
    MailClient,
    BulkClient,
    DeployedClient,
    StepClient,
    ProjectActivityClient,
    ImageClient {
  listContacts(
    request: ListRequest & { subscribed?: boolean; search?: string },
    options: CallOptions,
  ): Promise<Answer<ListPage<Contact>>>
  listEvents(
    request: ListRequest & { eventName?: string },
    options: CallOptions,
  ): Promise<Answer<ListPage<Event>>>
  listEventNames(options: CallOptions): Promise<Answer<string[]>>
  /** Only the number of campaigns, for the connection report; null where the service does not say. */
  countCampaigns(options: CallOptions): Promise<Answer<number | null>>
  getContact(id: string, options: CallOptions): Promise<Answer<Contact>>
  upsertContact(body: UpsertContactRequest, options: CallOptions): Promise<Answer<UpsertedContact>>
  updateContact(id: string, body: UpdateContactRequest, options: CallOptions): Promise<Answer<Contact>>
  /** Asks for another address of a contact. A service that does not allow it refuses, or answers with the old one. */
  changeAddress(id: string, email: string, options: CallOptions): Promise<Answer<Contact>>
  deleteContact(id: string, options: CallOptions): Promise<Answer<null>>
  listMembers(
    segmentId: string,
    request: ListRequest,
    options: CallOptions,
  ): Promise<Answer<ListPage<Contact>>>
  /**
   * To a static segment, 1 to 10,000 addresses. `notFound`: addresses that no contact has, unless they are made,
   * `subscribed` or not where the service minds that.
   */
  addMembers(
    segmentId: string,
    emails: string[],
    options: CallOptions & { createMissing?: boolean; subscribed?: boolean },
  ): Promise<Answer<{ added: number; notFound: string[] }>>
  removeMembers(
    segmentId: string,
    emails: string[],
    options: CallOptions,
  ): Promise<Answer<{ removed: number }>>
  /** `idempotencyKey`: 1 to 255 printable ASCII characters (wire.md, "Idempotency"). */
  track(body: TrackRequest, idempotencyKey: string, options: CallOptions): Promise<Answer<TrackedEvent>>
  /**
   * What the service can tell of an address (POST /v1/verify). Retried like a read. That it does not take the address
   * for one (422) is an outcome; an answer about another address rejects with `answer_for_another`, a service without
   * the endpoint with `not_found`.
   */
  verifyAddress(email: string, options: CallOptions): Promise<Answer<VerifyOutcome>>
  /** Asks what the service can do, once and without writing anything: its refusal is an answer. */
  probe(probe: Probe, options: CallOptions): Promise<Answer<ProbeAnswer>>
  /** Where the service is, and what it calls its version; null where it never said. */
  readonly service: { address: string; version: string | null }
  /** Called with every answer but those to probes. Returns the way to stop. */
  hear(listener: (heard: HeardAnswer) => void): () => void
  /** Tells what is remembered of the service, so that calls it is known to refuse are not made first. */
  know(quirks: ServiceQuirks): void
  /** How the service reads conditions, learnt from the records that came; null before any did. */
  readonly reading: FilterReading | null
  /** The budget as the status bar shows it. */
  readonly budget: BudgetState
  /** Called whenever `budget` or the reachability changed. Returns the way to stop. */
  watch(listener: (state: BudgetState) => void): () => void
  /** Changes the background share, 0.05 to 1. */
  setBackgroundShare(share: number): void
  /** A person asks for background work: where failures in a row hold it back, one request of it goes at once, to see. */
  tryNow(): void
  /** Ends all connections; what is waiting rejects with `cancelled`. */
  close(): Promise<void>
}
