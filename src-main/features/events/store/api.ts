import type { Slice } from '../../../../src-shared/bridge/base'
import type {
  EventPage,
  EventQuery,
  EventRow,
  Histogram,
  LastEvent,
} from '../../../../src-shared/bridge/events'
import type { Event } from '../../../../src-shared/interface/event'
import type { AppliedPage, ApplyPage } from '../../../copying/store/applied-page'

/** An event of a mail, with what says of which. */
export interface MailEvent {
  name: string
  /** Milliseconds since 1970. */
  at: number
  emailId: string | null
  subject: string | null
  campaignId: string | null
}

export interface EventStore {
  page(input: { query: EventQuery; slice: Slice }): EventPage
  histogram(input: { query: EventQuery; buckets: number }): Histogram
  /** The newest event with a time of each of these contacts, or of that name; those without any are left out. */
  newest(input: { contactIds: readonly string[]; name?: string | undefined }): LastEvent[]
  names(): { name: string; count: number }[]
  get(id: string): (EventRow & { raw: Record<string, unknown> }) | null
  /** What happened to the mails of a contact, in no order. */
  mails(contactId: string): MailEvent[]
  applyPage(input: ApplyPage<Event>): AppliedPage
  /** The whole list of names, as the service gives it, ending that run's work. */
  applyNames(input: { runId: number; names: string[] }): AppliedPage
  upsert(record: Event): void
  /** Takes in those that the copy does not have: an event never changes. How many they were. */
  keep(records: Event[]): number
  /** Lets go of every event of a name, and of the name: the service has none of it any more. How many they were. */
  forget(name: string): number
  /** How many events each name has since an instant; names without any are left out. */
  countsSince(instant: number): { name: string; count: number }[]
}
