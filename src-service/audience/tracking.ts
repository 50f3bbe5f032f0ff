import type { EventWriter } from '../store/event-writer'
import type { SegmentMembers } from '../store/segment-members'
import type { SegmentSweeps, Sweep } from '../store/segment-sweeps'
import type { SegmentRow, Segments } from '../store/segments'
import type { ContactCondition } from '../mail/message'
import type { Audience } from './audience'
import { sql } from './fragment'

/** What members are kept track of with. */
interface TrackingParts {
  segments: Segments
  members: SegmentMembers
  sweeps: SegmentSweeps
  audience: Audience
  events: EventWriter
}

/**
 * Keeps track of who is a member, and says so by events. Every call joins the transaction it is made in: an event and
 * what it is about are recorded together or not at all.
 */
export type Tracking = ReturnType<typeof createTracking>

/** Contacts looked at in one transaction. */
const slice = 500
/** Contacts noted at once when tracking begins, without events. */
const firstSlice = 5000

/** The tracking of a service. In one piece: its calls share how members are compared. */
export function createTracking({ segments, members, sweeps, audience, events }: TrackingParts) {
  async function tell({ name }: SegmentRow, contact: number, what: 'entry' | 'exit'): Promise<void> {
    const data = JSON.stringify({ segmentName: name })
    await events.record({ contact, name: `segment.${name}.${what}`, data })
  }

  async function compare(
    row: SegmentRow,
    among: ContactCondition,
    isSilent: (contact: number) => boolean,
  ): Promise<void> {
    const who = await audience.segment(row.seq)
    if (!who) return
    for (const contact of await members.leave(row.seq, who, among)) {
      if (!isSilent(contact)) await tell(row, contact, 'exit')
    }
    for (const contact of await members.enter(row.seq, who, among)) {
      if (!isSilent(contact)) await tell(row, contact, 'entry')
    }
  }

  /** Contacts whose membership before the tracking has not been noted yet: they wait for the sweep. */
  function unnoted(sweep: Sweep | null): ContactCondition {
    const from = sweep ? Math.max(sweep.after, sweep.silentFrom) : 0
    const to = sweep ? sweep.silentTo : 0
    return sql`NOT (c.seq > ${from} AND c.seq <= ${to})`
  }

  async function goOnWith({ segment, after, silentFrom, silentTo }: Sweep, most: number): Promise<void> {
    const row = await segments.get(segment)
    const last = await sweeps.lastOfNext(after, most)
    if (!row || last === null) {
      await sweeps.end(segment)
      return
    }
    const among = sql`c.seq > ${after} AND c.seq <= ${last}`
    await compare(row, among, (contact) => contact > silentFrom && contact <= silentTo)
    await sweeps.write({ segment, after: last, silentFrom, silentTo })
  }

  return {
    /** Says that a contact came or went. */
    tell,
    /** Begins to track a dynamic segment. Who is a member already is noted without a word. */
    async begin(segment: number): Promise<void> {
      await members.clear(segment)
      await sweeps.write({ segment, after: 0, silentFrom: 0, silentTo: await sweeps.lastContact() })
      // At once as far as it goes, so that of a small audience nobody changes in between.
      const sweep = await sweeps.of(segment)
      if (sweep) await goOnWith(sweep, firstSlice)
    },
    /** Goes through a tracked segment's members from the beginning: its condition says something else now. */
    async again(segment: number): Promise<void> {
      const sweep = await sweeps.of(segment)
      const noted = sweep ? Math.max(sweep.after, sweep.silentFrom) : 0
      await sweeps.write({
        segment,
        after: 0,
        silentFrom: noted,
        silentTo: Math.max(noted, sweep?.silentTo ?? 0),
      })
    },
    /** Goes through them because time has passed, unless that is under way. */
    async inTime(segment: number): Promise<void> {
      if (!(await sweeps.of(segment))) await sweeps.write({ segment, after: 0, silentFrom: 0, silentTo: 0 })
    },
    /** Tracks a dynamic segment no longer. */
    async end(segment: number): Promise<void> {
      await members.clear(segment)
      await sweeps.end(segment)
    },
    /** Looks at some of the contacts that something changed of. False when there were none. */
    async lookAtChanged(): Promise<boolean> {
      // Taken off first: what the events below change is looked at the next time.
      const contacts = await sweeps.takePending(slice)
      if (contacts.length === 0) return false
      const changed = sweeps.among(contacts)
      for (const row of await segments.tracked()) {
        if (row.type !== 'DYNAMIC') continue
        await compare(row, sql`${changed} AND ${unnoted(await sweeps.of(row.seq))}`, () => false)
      }
      return true
    },
    /** Goes on with the members of a segment that are being gone through. False when there was none. */
    async goOn(): Promise<boolean> {
      const sweep = await sweeps.takeNext()
      if (sweep) await goOnWith(sweep, slice)
      return sweep !== null
    },
  }
}
