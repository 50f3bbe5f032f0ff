import type { CreateSegmentRequest, UpdateSegmentRequest } from '../../src-shared/interface/segment'
import { type FieldFault, ServiceFailure } from '../http/failure'
import type { Background, ServiceContext } from '../service-context'
import { type ContactMatches, contactMatches } from '../store/contact-matches'
import type { ContactRow } from '../store/contact-row'
import { type SegmentMembers, segmentMembers } from '../store/segment-members'
import { segmentSweeps } from '../store/segment-sweeps'
import { segmentUses, type SegmentUse } from '../store/segment-uses'
import { type SegmentRow, type Segments, segmentStore } from '../store/segments'
import type { SeqPage, SeqQuery } from '../store/seq-list'
import { type Audience, createAudience } from './audience'
import { createDeployedCounts, type DeployedCounts } from './deployed-counts'
import { type MemberCounts, memberCounts } from './member-counts'
import { type Membership, createMembership } from './membership'
import { referenceFaults, segmentGraph, conditionOf, referencesIn, segmentNumber } from './segment-graph'
import { createTracking } from './tracking'
import { createTrackingService } from './tracking-service'
import { statements } from '../store/statements'
import { z } from 'zod'
import type { FilterCondition } from '../../src-shared/interface/filter'
import { keptConditionSchema } from './kept-condition'

/** What can be done with segments. */
export interface SegmentService extends Background {
  segments: Segments
  audience: Audience
  counts: MemberCounts
  /** As of the last sweep, where the dialect sweeps. */
  sweptCounts: DeployedCounts
  membership: Membership
  /** `condition` is the text of the request's condition. @throws ServiceFailure VALIDATION_ERROR by its references. */
  create(request: CreateSegmentRequest, condition: string | null): Promise<SegmentRow>
  /** @throws ServiceFailure VALIDATION_ERROR by its references, or for the condition of a STATIC segment. */
  change(seq: number, request: UpdateSegmentRequest, condition: string | null): Promise<SegmentRow>
  /** @throws ServiceFailure CONFLICT while something asks for its members. */
  remove(seq: number): Promise<void>
  members: SegmentMembers
  matches: ContactMatches
  /** Whether members come and go as time passes, so that it goes through some segments again and again. */
  followsTime(): Promise<boolean>
  /** The members of a segment, newest contact first. */
  page(seq: number, query: SeqQuery): Promise<SeqPage<ContactRow>>
}

/**
 * Segments: their conditions, their members and the tracking of who comes and goes.
 * In one piece: its calls share the counts and the tracking at its head.
 */
export function createSegments(context: ServiceContext): SegmentService {
  const { db, store, dialect, clock, report } = context
  const segments = segmentStore(db)
  const members = segmentMembers(db)
  let revision = 0
  const matches = contactMatches(db, { revision: () => revision })
  const audience = createAudience({
    engine: db.engine,
    segments,
    matches,
    clock,
    reading: dialect.rules.conditions,
  })
  const events = store.eventWriter
  const tracking = createTracking({ segments, members, sweeps: segmentSweeps(db), audience, events })
  const uses = segmentUses(db)

  async function timed(): Promise<number[]> {
    const tracked = await segments.tracked()
    if (tracked.length === 0) return []
    const graph = segmentGraph(await segments.all())
    return tracked.map(({ seq }) => seq).filter((seq) => graph.isTimed(seq))
  }
  const follows = createTrackingService({ db, clock, tracking, timed, report })
  const sweptCounts = createDeployedCounts(context, { segments, audience, members, matches })
  const sweeps = dialect.rules.segmentSweep !== null
  const background = sweeps ? sweptCounts : follows
  db.onChange(watched, () => {
    revision++
    if (!sweeps) follows.wake()
  })
  const counts = memberCounts({ audience, members, matches, revision: () => revision })

  const create = statements(db).whole(
    async (request: CreateSegmentRequest, condition: string | null): Promise<SegmentRow> => {
      const graph = segmentGraph(await segments.all())
      if (request.condition) refuse(referenceFaults(request.condition, null, graph, 'condition'))
      const { name, description = null, type, trackMembership = false } = request
      const row = await segments.create({ name, description, type, condition, trackMembership }, clock.now())
      if (trackMembership && type === 'DYNAMIC') await tracking.begin(row.seq)
      return row
    },
  )

  /** A change may not make the conditions of those that name it too large either. */
  async function checkCondition(
    before: SegmentRow,
    request: UpdateSegmentRequest,
    condition: string,
  ): Promise<void> {
    if (!request.condition) return
    if (before.type === 'STATIC') refuse([fault('A STATIC segment has no condition.')])
    const rows = (await segments.all()).map((row) => (row.seq === before.seq ? { ...row, condition } : row))
    const graph = segmentGraph(rows)
    refuse(referenceFaults(request.condition, before.seq, graph, 'condition'))
    const tooLarge = graph.dependents(before.seq).some((seq) => graph.isTooLarge(seq))
    if (tooLarge) refuse([fault('Makes the condition of a segment that names this one too large.')])
  }

  async function track(before: SegmentRow, after: SegmentRow): Promise<void> {
    if (after.type === 'DYNAMIC' && before.trackMembership !== after.trackMembership) {
      if (after.trackMembership) await tracking.begin(after.seq)
      else await tracking.end(after.seq)
    }
    if (before.condition === after.condition) return
    const graph = segmentGraph(await segments.all())
    const changed = new Set([after.seq, ...graph.dependents(after.seq)])
    for (const { seq } of await segments.tracked()) if (changed.has(seq)) await tracking.again(seq)
  }

  const change = statements(db).whole(
    async (seq: number, request: UpdateSegmentRequest, condition: string | null): Promise<SegmentRow> => {
      const before = await existing(seq)
      if (condition !== null) await checkCondition(before, request, condition)
      const after = {
        ...before,
        name: request.name ?? before.name,
        description: request.description === undefined ? before.description : request.description,
        condition: condition ?? before.condition,
        trackMembership: request.trackMembership ?? before.trackMembership,
      }
      if (JSON.stringify(after) === JSON.stringify(before)) return before
      await segments.change(seq, after, clock.now())
      await track(before, after)
      return existing(seq)
    },
  )

  const remove = statements(db).whole(async (seq: number): Promise<void> => {
    const user = userOf(seq, await segments.all(), await uses())
    if (user !== null) {
      throw new ServiceFailure('CONFLICT', `${user}.`, { suggestion: 'Change or delete that first.' })
    }
    await tracking.end(seq)
    await segments.remove(seq)
  })

  async function existing(seq: number): Promise<SegmentRow> {
    const row = await segments.get(seq)
    if (!row) throw new Error('The segment is not there.')
    return row
  }

  return {
    segments,
    audience,
    members,
    matches,
    counts,
    sweptCounts,
    membership: createMembership({ db, contacts: store.contacts, segments, members, tracking }),
    create,
    change,
    remove,
    followsTime: async () => (sweeps ? await segments.tracked() : await timed()).length > 0,
    async page(seq, query) {
      const who = await audience.segment(seq)
      return who ? await matches.page(who, query) : { rows: [], total: 0, more: false }
    },
    start: () => background.start(),
    stop: () => background.stop(),
  }
}

const fault = (message: string): FieldFault => ({ field: 'condition', message, code: 'custom' })

function refuse(errors: FieldFault[]): void {
  if (errors.length === 0) return
  throw new ServiceFailure('VALIDATION_ERROR', 'The segment has fields that do not fit.', {
    errors,
    suggestion: 'Correct the fields listed in errors.',
  })
}

/** What audiences depend on. Of segments and of contacts every change counts; events and members only come and go. */
const watched = {
  contact: ['INSERT', 'UPDATE', 'DELETE'],
  segment: ['INSERT', 'UPDATE', 'DELETE'],
  event: ['INSERT', 'DELETE'],
  segment_member: ['INSERT', 'DELETE'],
} as const

const names = (condition: FilterCondition, segment: number): boolean =>
  referencesIn(condition).some(({ id }) => segmentNumber(id) === segment)

const step = z.object({ condition: keptConditionSchema })

/** Whether a use asks for a segment. What cannot be read as a condition asks for none. */
function asks({ segment: target, condition }: SegmentUse, segment: number): boolean {
  if (target === segment) return true
  if (condition === null) return false
  const text: unknown = JSON.parse(condition)
  const own = keptConditionSchema.safeParse(text)
  const found = own.success ? own.data : step.safeParse(text).data?.condition
  return found !== undefined && names(found, segment)
}

/** What would be left without a segment, in words; null where nothing would. */
function userOf(segment: number, rows: readonly SegmentRow[], uses: readonly SegmentUse[]): string | null {
  const row = rows.find((other) => {
    const condition = conditionOf(other)
    return condition !== null && names(condition, segment)
  })
  if (row) return `The segment "${row.name}" names it`
  const use = uses.find((other) => asks(other, segment))
  if (!use) return null
  return use.kind === 'campaign'
    ? `The campaign "${use.name}" goes to it`
    : `The workflow "${use.name}" asks for its members`
}
