import { t } from '../../../src-shared/messages/message'
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
import { isProblem, succeeds } from '../../core/problems'
import type { Leavable } from '../../../src-shared/bridge/review'
import { isNamedAsOurs, keptNames, verdictSegments } from '../review'

/** What the segment of people of a verdict is kept with. */
export interface VerdictSegmentTools {
  cache: Pick<Cache, 'audience' | 'catalogue' | 'catalogueParts' | 'contacts' | 'reviews'>
  clock: Clock
  access: { readonly client: ServiceClient }
  writing: CatalogueWriting
  /** Reads the members of a segment from the service into the copy. */
  readMembers(segmentId: string): Promise<void>
}

/** Addresses that a segment lacks, and those that are in it and should not be. */
export interface MemberChanges {
  /** All of the verdict. */
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

/** Who is certainly not of a verdict any more; whose verdict only expired stays. */
const others: Record<Leavable, readonly (keyof VerdictTally)[]> = {
  undeliverable: ['accepts', 'risky'],
  risky: ['accepts', 'undeliverable', 'unknown'],
  unknown: ['accepts', 'undeliverable', 'risky'],
}

/** The segment of the service that holds the people of the copy with a verdict. */
export class VerdictSegment {
  constructor(
    private readonly tools: VerdictSegmentTools,
    private readonly of: Leavable,
  ) {}

  /** As the copy has it; null where it has none. */
  async known(): Promise<Segment | null> {
    const { cache } = this.tools
    for (const id of await verdictSegments(cache, this.of)) {
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
          name: keptNames[this.of],
          description: t('campaigns.undeliverable.description'),
          type: 'STATIC',
          trackMembership: false,
        },
        tell('told.makeSegment', { name: keptNames[this.of] }),
      ))
    if (this.of === 'undeliverable')
      await cache.reviews.noteSegment({ segment: segment.id, now: clock.now() })
    return segment
  }

  /** What of its members is not as it should be, by the copy. null: it is not made yet. */
  async changes(segment: Segment | null): Promise<MemberChanges> {
    const { cache } = this.tools
    const everybody = await cache.contacts.freeze({
      query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
    })
    const people = await this.#addresses(everybody, [this.of])
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
      takes: await this.#addresses(inside, others[this.of]),
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
  readAgain(segment: Segment): Promise<boolean> {
    return succeeds(async () => {
      await this.readMembers(segment)
      await this.tools.writing.read('segments', segment.id)
    })
  }

  /** The newest one noted that is there at the service. */
  async #noted(): Promise<Segment | null> {
    if (this.of !== 'undeliverable') return null
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
      const found = page.find((segment) => isNamedAsOurs(segment, this.of))
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
