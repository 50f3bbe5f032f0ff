import type { Slice } from '../../../../src-shared/bridge/base'
import type {
  ContactDetail,
  ContactField,
  ContactPage,
  ContactQuery,
  ContactRow,
  DataField,
  Facet,
  FirstContacts,
  SavedView,
} from '../../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type { Overview } from '../../../../src-shared/bridge/overview'
import type { Contact } from '../../../../src-shared/interface/contact'
import type { AppliedPage, ApplyPage } from '../../../copying/store/applied-page'

export interface ContactStore {
  /** `selectionId`: the answer says which of the rows this frozen selection does not hold. */
  page(input: {
    query: ContactQuery
    slice: Slice
    selectionId?: string | undefined
    signal?: AbortSignal | undefined
  }): ContactPage
  /** The first rows of a query, before it is known how many match. */
  first(input: {
    query: ContactQuery
    limit: number
    selectionId?: string | undefined
    signal?: AbortSignal | undefined
  }): FirstContacts
  locate(input: { query: ContactQuery; id: string }): number | null
  facets(input: {
    query: ContactQuery
    fields: ContactField[]
    limit: number
    containing?: string | undefined
  }): Facet[]
  fields(): DataField[]
  /** The keys within the objects of `data` that the newest contacts with objects have. */
  innerFields(): DataField[]
  get(id: string): ContactDetail | null
  findByEmail(email: string): ContactRow | null
  /** Of each address, in their order. */
  findByEmails(emails: string[]): (ContactRow | null)[]
  /** Of each address whether its contact is subscribed; null: it is no contact's. */
  subscriptions(input: { emails: string[] }): (boolean | null)[]
  /** `also`: those who are kept with them. */
  freeze(input: { query: ContactQuery; also?: PickedRows | undefined }): {
    selectionId: string
    count: number
  }
  /** How many of those picked a query shows. */
  shown(input: { query: ContactQuery; picked: PickedRows }): number
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
    last30Days: { contacts: number; subscribed: number }
  }
}

export interface ViewStore {
  list(): SavedView[]
  save(view: SavedView): void
  remove(id: string): void
}
