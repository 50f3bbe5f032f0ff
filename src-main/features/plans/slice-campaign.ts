import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { campaignSchema, reachesUnsubscribed, type Campaign } from '../../../src-shared/interface/campaign'
import type { Segment } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'
import { inHalves } from '../../core/client/in-halves'
import { problem } from '../../core/problems'
import type { Campaigns } from '../campaigns'
import type { CatalogueWriting } from '../catalogue'
import { memberRequests, requestsOf, staticSegment } from '../segments'
import type { KeptPlan, KeptSlice } from './store'

/** What slices are made with at the service. */
export interface SliceTools {
  cache: Pick<Cache, 'catalogue' | 'catalogueParts' | 'plans'>
  writing: CatalogueWriting
  campaigns: Pick<Campaigns, 'create'>
  /** Reads the members of a segment from the service into the copy. */
  readMembers(segmentId: string): Promise<void>
  /** Brings the contacts of the copy up to date, as far as one waits for that. */
  freshen(): Promise<void>
}

/** Addresses read at a time. */
const part = 2000

/** "Tide tables, 3 of 7": what a slice is called at the service. */
function sliceName({ name, slices }: KeptPlan, { number }: KeptSlice): string {
  return t('plans.slices.numberOf', { name: name.slice(0, 180), number, of: slices.length })
}

/** Makes what a slice is at the service: a segment of its people, then a draft to that segment. */
export class SliceMaker {
  constructor(private readonly tools: SliceTools) {}

  /** Makes the segment of a slice and puts everybody into it whom the service takes. What was begun is taken up again. */
  async gather(plan: KeptPlan, slice: KeptSlice): Promise<void> {
    const { cache, writing } = this.tools
    const segment = await staticSegment(this.tools, {
      name: sliceName(plan, slice),
      description: t('plans.slices.ofPlan', { hash: plan.hash.slice(0, 12), id: plan.startedAt }),
    })
    const requests = memberRequests(writing, segment)
    const refused: string[] = []
    const add = (emails: readonly string[]) => requests.add([...emails]).then(() => undefined)
    for (const emails of requestsOf(await this.#addresses(plan, slice))) {
      await inHalves(emails, add, (email) => {
        refused.push(email)
        return Promise.resolve()
      })
    }
    await cache.plans.leaveOut({ plan: plan.id, emails: refused })
    await cache.plans.slice({ plan: plan.id, number: slice.number, changes: { segment: segment.id } })
  }

  /**
   * Takes out who unsubscribed or is gone, proves that the segment holds the people of the slice and nobody else, and makes
   * the draft. Answers how many get it; 0: nobody is left, and nothing was made. Throws `conflict` where the segment holds others.
   */
  async make(plan: KeptPlan, slice: KeptSlice): Promise<number> {
    const { cache, writing, readMembers, campaigns, freshen } = this.tools
    await freshen()
    const segment = await writing.read('segments', slice.segment ?? '')
    const gone = await cache.plans.leaveOutGone({
      plan: plan.id,
      slice: slice.number,
      subscribedOnly: !reachesUnsubscribed(plan.mail.type),
    })
    const requests = memberRequests(writing, segment)
    for (const emails of requestsOf(gone)) await requests.take(emails)
    const people = await this.#addresses(plan, slice)
    if (people.length === 0) return 0
    await readMembers(segment.id)
    await this.#prove(segment, people)
    const found = await this.#draft(slice)
    const { id } =
      found ??
      (await campaigns.create({
        name: sliceName(plan, slice),
        description: '',
        mail: plan.mail,
        audience: { kind: 'segment', id: segment.id },
      }))
    await cache.plans.slice({
      plan: plan.id,
      number: slice.number,
      changes: { state: 'ready', campaign: id },
    })
    return people.length
  }

  async #prove(segment: Segment, people: readonly string[]): Promise<void> {
    const members = new Set((await this.tools.cache.catalogueParts.addresses(segment.id)).map(folded))
    if (members.size === people.length && people.every((email) => members.has(folded(email)))) return
    throw problem('conflict', {
      title: tell('plans.slices.itsSegmentHoldsOthers'),
      why: tell('plans.slices.theSegmentHolds', {
        name: segment.name,
        members: members.size,
        people: people.length,
      }),
      action: tell('plans.slices.lookAtTheSegment'),
    })
  }

  async #addresses({ id: plan }: KeptPlan, { number }: KeptSlice): Promise<string[]> {
    const found: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: { emails: string[]; next: string | null } = await this.tools.cache.plans.addresses({
        plan,
        slice: number,
        after,
        limit: part,
      })
      found.push(...page.emails)
      after = page.next
    }
    return found
  }

  /** A draft to the segment of this slice that was made, and whose answer was lost on the way to the copy. */
  async #draft({ segment }: KeptSlice): Promise<Campaign | null> {
    const all = (await this.tools.cache.catalogue.all('campaigns')).map((record) =>
      campaignSchema.parse(record),
    )
    const found = all.find(({ segmentId }) => segmentId === segment)
    return found ? this.tools.writing.read('campaigns', found.id) : null
  }
}

const folded = (email: string) => email.toLowerCase()
