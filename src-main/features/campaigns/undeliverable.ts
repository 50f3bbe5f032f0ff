import { tell } from '../../../src-shared/messages/told'
import type { Clock } from '../../core/clock'
import type { Segment } from '../../../src-shared/interface/segment'
import { membersOf, memberRequests, requestsOf } from '../segments'
import { type CatalogueWriting, recordOf } from '../catalogue'
import type { VerdictTally } from '../segments/store'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { inHalves } from '../../core/client/in-halves'
import { pagesOf } from '../../core/client/pages'
import { isProblem } from '../../core/problems'
import { isNamedAsOurs, undeliverableName, undeliverableSegments } from '../review'

/** What the segment of undeliverable people is kept with. */
export interface UndeliverableTools {
  cache: Pick<Cache, 'audience' | 'catalogue' | 'catalogueParts' | 'contacts' | 'reviews'>
  clock: Clock
  access: { readonly client: ServiceClient }
  writing: CatalogueWriting
  /** Reads the members of a segment from the service into the copy. */
  readMembers(segmentId: string): Promise<void>
}

/** Addresses that a segment lacks, and those that are in it and should not be. */
export interface MemberChanges {
  /** All who are undeliverable. */
  people: number
  adds: string[]
  takes: string[]
}

/** How many members were changed, as far as it went. `refused`: addresses that the service does not take. */
export interface ChangedMembers {
  added: number
  taken: number
  refused: number
}

/** Rows read at a time. */
const slice = 2000

/** The segment of the service that holds the undeliverable people of the copy. */
export class UndeliverableSegment {
  constructor(private readonly tools: UndeliverableTools) {}

  /** As the copy has it; null where it has none. */
  async known(): Promise<Segment | null> {
    const { cache } = this.tools
    for (const id of await undeliverableSegments(cache)) {
      const segment = await recordOf(cache, 'segments', id)
      if (segment?.type === 'STATIC') return segment
    }
    return null
  }

  /**
   * As the service has it, made where it has none. One of its name counts as ours: it was made by another copy, or with a
   * request that no answer came to.
   */
  async provide(): Promise<Segment> {
    const { cache, clock, writing } = this.tools
    const found = (await this.#noted()) ?? (await this.#named())
    const segment =
      found ??
      (await writing.create(
        'segments',
        {
          name: undeliverableName,
          description: t('campaigns.undeliverable.description'),
          type: 'STATIC',
          trackMembership: false,
        },
        tell('told.makeSegment', { name: undeliverableName }),
      ))
    await cache.reviews.noteSegment({ segment: segment.id, now: clock.now() })
    return segment
  }

  /** What of its members is not as it should be, by the copy. null: it is not made yet. */
  async changes(segment: Segment | null): Promise<MemberChanges> {
    const { cache } = this.tools
    const everybody = await cache.contacts.freeze({
      query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
    })
    const people = await this.#addresses(everybody, ['undeliverable'])
    if (segment === null) return { people: people.length, adds: people, takes: [] }
    const { id } = segment
    const members = new Set((await cache.catalogueParts.addresses(id)).map((email) => email.toLowerCase()))
    const inside = await cache.audience.freeze({
      condition: membersOf(id),
      segments: [{ id, copied: true }],
    })
    return {
      people: people.length,
      adds: people.filter((email) => !members.has(email.toLowerCase())),
      // Whose verdict only expired is not known to take mail: they stay.
      takes: await this.#addresses(inside, ['accepts', 'risky']),
    }
  }

  /** Makes them, and counts them into `changed` as they are answered. */
  async change(segment: Segment, { adds, takes }: MemberChanges, changed: ChangedMembers): Promise<void> {
    const { writing } = this.tools
    const requests = memberRequests(writing, segment)
    const refuse = () => {
      changed.refused += 1
      return Promise.resolve()
    }
    const add = async (emails: string[]) => {
      changed.added += (await requests.add(emails)).added
    }
    const take = async (emails: string[]) => {
      changed.taken += (await requests.take(emails)).removed
    }
    for (const emails of requestsOf(adds)) await inHalves(emails, (part) => add([...part]), refuse)
    for (const emails of requestsOf(takes)) await inHalves(emails, (part) => take([...part]), refuse)
  }

  /** Reads its members from the service into the copy. */
  readMembers({ id }: Segment): Promise<void> {
    return this.tools.readMembers(id)
  }

  /** The same of what was written. Answers whether it could be done: what was written is written. */
  async readAgain(segment: Segment): Promise<boolean> {
    try {
      await this.readMembers(segment)
      await this.tools.writing.read('segments', segment.id)
      return true
    } catch (error) {
      if (!isProblem(error)) throw error
      return false
    }
  }

  /** The newest one noted that is there at the service. */
  async #noted(): Promise<Segment | null> {
    for (const id of await this.tools.cache.reviews.segments()) {
      try {
        const segment = await this.tools.writing.read('segments', id)
        if (segment.type === 'STATIC') return segment
      } catch (error) {
        if (!isProblem(error, 'not_found')) throw error
      }
    }
    return null
  }

  async #named(): Promise<Segment | null> {
    const { cache, access } = this.tools
    const pages = pagesOf((request) =>
      access.client.listCatalogue('segments', request, { priority: 'click' }),
    )
    for await (const page of pages) {
      const found = page.find(isNamedAsOurs)
      if (found === undefined) continue
      await cache.catalogue.upsert({ list: 'segments', record: found })
      return found
    }
    return null
  }

  /** Addresses of frozen people with a verdict of these classes; they are not kept any longer. */
  async #addresses(
    { selectionId }: { selectionId: string },
    classes: readonly (keyof VerdictTally)[],
  ): Promise<string[]> {
    const { audience, contacts } = this.tools.cache
    const emails: string[] = []
    try {
      for (const of of classes) {
        const part = await audience.part({ selectionId, part: { kind: 'verdict', class: of } })
        try {
          for (let offset = 0; offset < part.count; offset += slice) {
            const rows = await contacts.frozenRows({
              selectionId: part.selectionId,
              slice: { offset, limit: slice },
            })
            for (const { email } of rows) emails.push(email)
          }
        } finally {
          await contacts.releaseSelection(part.selectionId)
        }
      }
    } finally {
      await contacts.releaseSelection(selectionId)
    }
    return emails
  }
}
