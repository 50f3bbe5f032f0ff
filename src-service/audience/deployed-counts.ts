import { Rounds } from '../rounds'
import { lastCounts } from '../store/segment-counts'
import { statements } from '../store/statements'
import type { ContactMatches } from '../store/contact-matches'
import type { SegmentMembers } from '../store/segment-members'
import type { SegmentRow, Segments } from '../store/segments'
import { plain } from '../http/deployed/refusals'
import { ServiceFailure } from '../http/failure'
import type { Background, ServiceContext } from '../service-context'
import type { Audience } from './audience'
import { always } from './fragment'
import { conditionOf, referenceFaults, segmentGraph } from './segment-graph'

/** The segments that are counted, and those that they are counted by. */
interface CountedSegments {
  segments: Segments
  audience: Audience
  members: SegmentMembers
  matches: ContactMatches
}

/** Who came into a tracked segment and who went, and how many are in it now. */
interface Computed {
  added: number
  removed: number
  total: number
}

/** How many are in each segment, as of the last count (deployed.md section 6). */
export interface DeployedCounts extends Background {
  of(row: SegmentRow): Promise<number>
  /** Counts now. @throws ServiceFailure plain 400 where a segment that it asks for is gone */
  recount(row: SegmentRow): Promise<number>
  /** Notes who is in a tracked segment now, with an event of each who came or went. @throws like `recount` */
  compute(row: SegmentRow): Promise<Computed>
  /** Keeps no count of a segment, by its number, any more. */
  forget(segment: number): Promise<void>
}

/** @throws ServiceFailure plain 400 for a condition that asks for a segment that is not there, or leads back to `self`. */
export function requireSegments(
  row: Pick<SegmentRow, 'condition'>,
  self: number | null,
  segments: readonly SegmentRow[],
): void {
  const condition = conditionOf(row)
  const [fault] = condition ? referenceFaults(condition, self, segmentGraph(segments), 'condition') : []
  if (fault) throw plain(400, `${fault.field}: ${fault.message}`)
}

/**
 * The counts of a service. Segments are counted anew with each sweep, and what cannot be counted keeps its count.
 * In one piece: its calls share the counts of the last sweep.
 */
export function createDeployedCounts(
  { db, store, dialect, clock, report }: ServiceContext,
  { segments, audience, members, matches }: CountedSegments,
): DeployedCounts {
  const every = dialect.rules.segmentSweep ?? Number.MAX_SAFE_INTEGER
  const counted = lastCounts(db)
  // Those who share a database sweep at the same times.
  const begun = db.engine === 'postgres' ? 0 : clock.now()
  const sweepsSince = (): number => Math.floor((clock.now() - begun) / every)
  const untilNext = (): number => every - ((clock.now() - begun) % every)

  async function recount(row: SegmentRow): Promise<number> {
    requireSegments(row, row.seq, await segments.all())
    const who = row.type === 'STATIC' ? null : await audience.segment(row.seq)
    const count = who ? await matches.count(who) : await members.count(row.seq)
    await counted.set(row.seq, { count, sweep: sweepsSince() })
    return count
  }

  const compute = statements(db).whole(async (row: SegmentRow): Promise<Computed> => {
    requireSegments(row, row.seq, await segments.all())
    const who = row.type === 'STATIC' ? null : await audience.segment(row.seq)
    if (!who) return { added: 0, removed: 0, total: await recount(row) }
    const came = await members.enter(row.seq, who, always)
    const gone = await members.leave(row.seq, who, always)
    const data = JSON.stringify({ segmentName: row.name })
    const tell = (contact: number, what: 'entry' | 'exit') =>
      store.eventWriter.record({ contact, name: `segment.${slugOf(row.name)}.${what}`, data })
    for (const contact of came) await tell(contact, 'entry')
    for (const contact of gone) await tell(contact, 'exit')
    const total = await members.count(row.seq)
    await counted.set(row.seq, { count: total, sweep: sweepsSince() })
    return { added: came.length, removed: gone.length, total }
  })

  async function swept(row: SegmentRow): Promise<void> {
    try {
      if (row.trackMembership && row.type === 'DYNAMIC') await compute(row)
    } catch (error) {
      if (!(error instanceof ServiceFailure)) report('Going through the members of a segment', error)
    }
  }

  let callOff = (): void => {}
  let left: readonly SegmentRow[] = []
  let running = false
  /** Goes through the tracked segments one by one, so that requests get their turn in between. */
  async function sweep(): Promise<void> {
    try {
      if (left.length === 0) left = await segments.tracked()
      const [next, ...others] = left
      if (next) await swept(next)
      left = others
    } catch (error) {
      report('Going through the segments', error)
    }
    if (running) callOff = clock.after(left.length > 0 ? 0 : untilNext(), rounds.begin)
  }
  const rounds = new Rounds(sweep)

  return {
    async of(row) {
      const last = await counted.get(row.seq)
      if (last && last.sweep === sweepsSince()) return last.count
      try {
        return await recount(row)
      } catch (error) {
        if (!(error instanceof ServiceFailure)) throw error
        return last?.count ?? 0
      }
    },
    recount,
    compute,
    forget: (segment) => counted.forget(segment),
    start() {
      running = true
      callOff = clock.after(untilNext(), rounds.begin)
    },
    async stop() {
      running = false
      callOff()
      await rounds.end()
    },
  }
}

/** The name of a segment as its events have it: `pro-people`. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
