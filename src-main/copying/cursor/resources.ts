import type { AppliedPage } from '../store/applied-page'
import type { CallOptions } from '../../core/client/call-options'
import type { Resource } from '../../../src-shared/bridge/sync'
import { catalogueLists, type CatalogueList } from '../../../src-shared/interface/catalogue'
import type { ListPage, UnreadElement } from '../../../src-shared/interface/paging'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { isProblem } from '../../core/problems'
import { requestAt, type Bookmark, type ListPlace } from './pager'

/** Every resource, in the order in which a first copy reads them. */
export const resources: readonly Resource[] = ['contacts', 'events', 'eventNames', ...catalogueLists]

/** A page that was read and not yet applied. */
export interface FetchedPage {
  /** What the pager needs: how many records came and how the list goes on. */
  page: ListPage<{ id: string }>
  /** Applies the records with the bookmark, in one transaction for up to a thousand of them. */
  apply(runId: number, bookmark: Bookmark): Promise<AppliedPage>
}

/** How a resource that comes as a list is read and kept. */
export interface ListedResource {
  fetch(place: ListPlace, options: CallOptions): Promise<FetchedPage>
  /** Keeps what of one record is there, where it cannot be had. */
  aside(runId: number, record: UnreadElement): Promise<void>
  /** How many the service says that there are; null where it does not. */
  total(options: CallOptions): Promise<number | null>
  /** Whether a record is still there; where its id may be a cursor. */
  has?(id: string, options: CallOptions): Promise<boolean>
}

/** What is asked to learn the total alone. */
const one = { limit: 1 }

/** Keeps what of a page cannot be read. */
type StoreUnread = (runId: number, records: UnreadElement[]) => Promise<void>

/** Transactions stay short: the largest window is applied a thousand records at a time. */
const batch = 1000

/** The listed resources of one profile, for one run. */
export function listedResources(
  client: ServiceClient,
  cache: Cache,
  now: () => number,
): Record<Exclude<Resource, 'eventNames'>, ListedResource> {
  const beyond = new WindowMemory()
  return {
    contacts: {
      async fetch(place, options) {
        const { value } = await client.listContacts(requestAt(place), options)
        return fetched(place, value, (input) => cache.contacts.applyPage(input), { aside: aside('contacts') })
      },
      aside: (runId, record) => aside('contacts')(runId, [record]),
      total: async (options) => (await client.listContacts(one, options)).value.total,
      has: (id, options) =>
        client.getContact(id, options).then(
          () => true,
          (error: unknown) => {
            if (isProblem(error, 'not_found')) return false
            if (isProblem(error, 'answer_too_large')) return true
            throw error
          },
        ),
    },
    events: {
      async fetch(place, options) {
        const { value } = await client.listEvents(requestAt(place), options)
        return fetched(place, value, (input) => cache.events.applyPage(input), {
          aside: aside('events'),
          memory: beyond,
        })
      },
      aside: (runId, record) => aside('events')(runId, [record]),
      total: async (options) => (await client.listEvents(one, options)).value.total,
    },
    segments: catalogued('segments'),
    templates: catalogued('templates'),
    campaigns: catalogued('campaigns'),
    workflows: catalogued('workflows'),
    domains: catalogued('domains'),
  }

  /** What cannot be read of a resource is kept as it came. */
  function aside(resource: Resource): StoreUnread {
    return (runId, records) => cache.unread.add({ resource, runId, records, now: now() })
  }

  function catalogued(list: CatalogueList): ListedResource {
    return {
      async fetch(place, options) {
        const { value } = await client.listCatalogue(list, requestAt(place), options)
        return fetched(place, value, (input) => cache.catalogue.applyPage({ list, ...input }), {
          aside: aside(list),
        })
      },
      aside: (runId, record) => aside(list)(runId, [record]),
      total: async (options) => (await client.listCatalogue(list, one, options)).value.total,
    }
  }
}

function fetched<T extends { id: string }>(
  place: ListPlace,
  page: ListPage<T>,
  applyPage: (input: {
    runId: number
    records: T[]
    bookmark: Bookmark
    expected: number | null
  }) => Promise<AppliedPage>,
  { aside, memory }: { aside: StoreUnread; memory?: WindowMemory },
): FetchedPage {
  const records = memory && page.next.kind === 'window' ? memory.unread(page.items) : page.items
  const expected = page.total === 0 && page.items.length > 0 ? null : page.total
  return {
    page,
    async apply(runId, bookmark) {
      if (page.aside) await aside(runId, page.aside)
      // Until the last batch is in, the bookmark still says that this page is to be read.
      const unfinished: Bookmark = { ...bookmark, place }
      let sum: AppliedPage | null = null
      for (let start = 0; start === 0 || start < records.length; start += batch) {
        const last = start + batch >= records.length
        const applied = await applyPage({
          runId,
          records: records.slice(start, start + batch),
          bookmark: last ? bookmark : unfinished,
          expected,
        })
        sum = sum ? added(sum, applied) : applied
      }
      if (!sum) throw new Error('A page was applied in no batch at all')
      return sum
    },
  }
}

/** A larger window holds again what the smaller one held: that is neither received nor applied twice. */
class WindowMemory {
  readonly #ids = new Set<string>()

  unread<T extends { id: string }>(items: T[]): T[] {
    const unread = items.filter(({ id }) => !this.#ids.has(id))
    for (const { id } of unread) this.#ids.add(id)
    return unread
  }
}

function added(a: AppliedPage, b: AppliedPage): AppliedPage {
  return {
    added: a.added + b.added,
    changed: a.changed + b.changed,
    unchanged: a.unchanged + b.unchanged,
    repeated: a.repeated + b.repeated,
    run: b.run,
  }
}
