import { compareNames } from '../../../src-shared/messages/order'
import { tell } from '../../../src-shared/messages/told'
import type { Clock } from '../../core/clock'
import type { Slice } from '../../../src-shared/bridge/base'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import type {
  AddressLines,
  PastedResult,
  SegmentDetail,
  SegmentGap,
  SegmentRow,
} from '../../../src-shared/bridge/segments'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { segmentSchema, type Segment, type UpdateSegmentRequest } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { isProblem, problem } from '../../core/problems'
import { gatherSegments, membersOf } from './audience-segments'
import {
  isDeployed,
  usesOfSegment,
  refuseMistyped,
  type CatalogueWriting,
  type CataloguePage,
  type CatalogueSlice,
} from '../catalogue'
import { readLines } from './pasted'
import { addPasted, takePasted, type MemberTools } from './segment-members'
import { kindOf, noSuchSegment, notStatic, shownCondition, shownSegment } from './segment-shapes'

/** What the segments of a profile are given. */
interface SegmentsOptions extends MemberTools {
  cache: Cache
  writing: CatalogueWriting
  connection: { readonly client: Pick<ServiceClient, 'recountSegment'> }
  clock: Clock
  /** The selections that the page froze. */
  frozen: {
    /** Throws `input_invalid` where a selection is not kept any more. */
    countOf(selectionId: string): number
    /** Takes over one more. */
    keep(frozen: { selectionId: string; count: number }): Promise<void>
  }
  /** When the contacts of the copy were last read; null: never. */
  contactsAsOf(): number | null
  /** Has new contacts read into the copy, in the background. */
  readNewContacts(): Promise<void>
}

/** People frozen, as {@link Segments} answers them. */
interface Frozen {
  selectionId: string
  count: number
  gaps: SegmentGap[]
}

/** The segments of a profile: read from the copy, written to the service at once or not at all. */
export class Segments {
  constructor(private readonly options: SegmentsOptions) {}

  async page({ query, slice }: CatalogueSlice): Promise<CataloguePage<SegmentRow>> {
    const { cache } = this.options
    const { records, count, total } = await cache.catalogue.page({ list: 'segments', query, slice })
    const { asOf } = await cache.runs.resource('segments')
    return { rows: records.map((record) => shownSegment(segmentSchema.parse(record))), count, total, asOf }
  }

  /** Rejects with `not_found` where the copy has none of this id. */
  async get(id: string): Promise<SegmentDetail> {
    const { cache } = this.options
    const segment = await this.#read(id)
    return {
      ...shownSegment(segment),
      ...shownCondition(segment),
      ...(await usesOfSegment(id, cache)),
      membersAsOf: (await this.#membersRead(id)).asOf,
      membersUnread: await cache.unread.count({ resource: 'segments', owner: id }),
      basis: segment.updatedAt ?? null,
      raw: segment,
    }
  }

  /** What uses each segment of the copy; those that nothing uses are left out. */
  async uses(): Promise<Record<string, UsedBy[]>> {
    const { cache } = this.options
    const uses: Record<string, UsedBy[]> = {}
    for (const record of await cache.catalogue.all('segments')) {
      const { id } = segmentSchema.parse(record)
      const { usedBy } = await usesOfSegment(id, cache)
      if (usedBy.length > 0) uses[id] = usedBy
    }
    return uses
  }

  /** How many contacts of the copy a condition holds for. A later question of the same asker ends an earlier one. */
  async count({ condition, asker }: { condition: FilterCondition; asker: string }) {
    const { cache, clock } = this.options
    const began = clock.monotonic()
    const { segments, gaps } = await gatherSegments(condition, cache)
    const counted = await cache.audience.count({ asker, condition, segments })
    return { ...counted, tookMs: clock.monotonic() - began, gaps }
  }

  /** The same of several, one after the other. */
  async countEach({ conditions, asker }: { conditions: FilterCondition[]; asker: string }) {
    const { cache } = this.options
    const counts: number[] = []
    for (const condition of conditions) {
      const { segments } = await gatherSegments(condition, cache)
      counts.push((await cache.audience.count({ asker, condition, segments })).count)
    }
    return { counts, total: (await cache.maintenance.revision()).contacts }
  }

  /** The segments that a contact is in, by name. */
  async ofContact(id: string): Promise<{ segments: { id: string; name: string }[]; total: number }> {
    const { cache } = this.options
    const all = (await cache.catalogue.all('segments')).map((record) => segmentSchema.parse(record))
    const conditions = await Promise.all(
      all.map(async (segment) => {
        const condition = membersOf(segment.id)
        return { condition, segments: (await gatherSegments(condition, cache)).segments }
      }),
    )
    const held = await cache.audience.ofContact({ contactId: id, conditions })
    const found = all.flatMap((one, at) => (held[at] === true ? [{ id: one.id, name: one.name }] : []))
    return { segments: found.sort((a, b) => compareNames(a.name, b.name)), total: all.length }
  }

  /** Freezes the members as the copy has them. Rejects with `input_invalid` where it cannot tell who they are. */
  async members(id: string): Promise<Frozen & { asOf: number | null; revision: number; notCopied: number }> {
    // Asked first, a change in between makes the answer look older than it is, never newer.
    const { revision } = await this.options.cache.maintenance.revision()
    const segment = await this.#read(id)
    const { condition } = shownCondition(segment)
    if (condition)
      return { ...(await this.freeze(condition)), asOf: this.options.contactsAsOf(), revision, notCopied: 0 }
    if (kindOf(segment) !== 'static') throw unknownMembers()
    const { asOf, count } = await this.#membersRead(id)
    const frozen = await this.freeze(membersOf(id))
    return { ...frozen, asOf, revision, notCopied: Math.max(0, count - frozen.count) }
  }

  /** What is known of the addresses of a segment's members, as the copy has them; null where it cannot tell who they are. */
  async known(id: string) {
    const { cache } = this.options
    const { segments, gaps } = await gatherSegments(membersOf(id), cache)
    if (gaps.length > 0) return null
    const { notChecked, ...byClass } = await cache.audience.verdicts({ condition: membersOf(id), segments })
    return { byClass, notChecked }
  }

  /** Freezes those of the copy for whom a condition holds, but for those of `without`. */
  async freeze(condition: FilterCondition, without?: FilterCondition): Promise<Frozen> {
    const { cache, frozen } = this.options
    const { segments, gaps } = await gatherSegments(condition, cache)
    if (without) segments.push(...(await gatherSegments(without, cache)).segments)
    const selection = await cache.audience.freeze({ condition, segments, ...(without ? { without } : {}) })
    await frozen.keep(selection)
    return { ...selection, gaps }
  }

  /** Rows of a selection that was frozen, by position. Rejects with `input_invalid` where it is not kept any more. */
  async people(input: { selectionId: string; slice: Slice }): Promise<{ rows: ContactRow[]; count: number }> {
    const { cache, frozen } = this.options
    const count = frozen.countOf(input.selectionId)
    return { rows: await cache.contacts.frozenRows(input), count }
  }

  /** Reads a segment, and the members of a static one, from the service now. */
  async refresh(id: string): Promise<SegmentDetail> {
    await this.#recount(id)
    const segment = await this.options.writing.read('segments', id)
    if (kindOf(segment) === 'static') await this.options.readMembers(id)
    return this.get(id)
  }

  /** Deployed services answer a count of minutes ago: they are asked to count now, where they can. */
  async #recount(id: string): Promise<void> {
    const { cache, connection } = this.options
    if (!(await isDeployed(cache))) return
    const { trackMembership } = await this.#read(id)
    try {
      await connection.client.recountSegment(id, trackMembership === true, { priority: 'click' })
    } catch (error) {
      if (!isProblem(error, 'not_found', 'invalid_request')) throw error
    }
  }

  async create(input: {
    name: string
    description: string
    trackMembership: boolean
    condition: FilterCondition | null
  }): Promise<SegmentDetail> {
    const { name, trackMembership, condition } = input
    const body = {
      name,
      trackMembership,
      ...(input.description === '' ? {} : { description: input.description }),
      ...(condition ? { type: 'DYNAMIC' as const, condition } : { type: 'STATIC' as const }),
    }
    const { id } = await this.options.writing.create('segments', body, tell('told.makeSegment', { name }))
    return this.get(id)
  }

  /** Rejects with `conflict` where the service holds another one than `basis`. */
  async update({
    id,
    changes,
    basis,
  }: {
    id: string
    changes: UpdateSegmentRequest
    basis: string | null
  }): Promise<SegmentDetail> {
    const segment = await this.#read(id)
    if (changes.condition && kindOf(segment) === 'static') throw noCondition()
    const title = tell('told.changeSegment', { name: segment.name })
    await this.options.writing.update('segments', { id, changes, basis, title })
    return this.get(id)
  }

  /** `name`: the segment's, typed. */
  async remove({ id, name }: { id: string; name: string }): Promise<void> {
    const segment = await this.#read(id)
    refuseMistyped(name, segment.name)
    await this.options.writing.remove('segments', id, tell('told.deleteSegment', { name: segment.name }))
    await this.options.cache.audience.forgetDays(id)
  }

  /** Addresses, one a line, as the copy knows them. */
  async lines(text: string): Promise<AddressLines> {
    const { cache, tidy } = this.options
    const read = await readLines(text, tidy, (emails) => cache.contacts.subscriptions({ emails }))
    return { ...read, subscribes: !(await isDeployed(cache)) }
  }

  async add(input: {
    id: string
    text: string
    createMissing: boolean
    subscribed?: boolean | undefined
  }): Promise<PastedResult> {
    const result = await addPasted(await this.#static(input.id), input, this.options)
    if (input.createMissing && result.changed > 0) await this.options.readNewContacts()
    return result
  }

  async take({ id, text }: { id: string; text: string }): Promise<PastedResult> {
    return takePasted(await this.#static(id), text, this.options)
  }

  async #static(id: string): Promise<Segment> {
    const segment = await this.#read(id)
    if (kindOf(segment) !== 'static') throw notStatic()
    return segment
  }

  async #read(id: string): Promise<Segment> {
    const record = await this.options.cache.catalogue.get({ list: 'segments', id })
    if (record === null) throw noSuchSegment()
    return segmentSchema.parse(record)
  }

  #membersRead(owner: string): Promise<{ asOf: number | null; count: number }> {
    const slice = { offset: 0, limit: 1 }
    return this.options.cache.catalogueParts.page({ list: 'members', owner, kinds: null, slice })
  }
}

const unknownMembers = () =>
  problem('input_invalid', {
    title: tell('segments.segments.whoTheMembersAre'),
    why: tell('segments.segments.thisVersionOfPostroom'),
    action: tell('segments.segments.lookAtTheSegment'),
  })

const noCondition = () =>
  problem('input_invalid', {
    title: tell('segments.segments.aStaticSegmentHas'),
    why: tell('segments.segments.itsMembersAreNamed'),
    action: tell('segments.segments.makeANewSegment'),
  })
