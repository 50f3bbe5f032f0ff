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
  function tell({ name }: SegmentRow, contact: number, what: 'entry' | 'exit'): void {
    const data = JSON.stringify({ segmentName: name })
    events.record({ contact, name: `segment.${name}.${what}`, data })
  }

  function compare(row: SegmentRow, among: ContactCondition, isSilent: (contact: number) => boolean): void {
    const who = audience.segment(row.seq)
    if (!who) return
    for (const contact of members.leave(row.seq, who, among)) {
      if (!isSilent(contact)) tell(row, contact, 'exit')
    }
    for (const contact of members.enter(row.seq, who, among)) {
      if (!isSilent(contact)) tell(row, contact, 'entry')
    }
  }

  /** Contacts whose membership before the tracking has not been noted yet: they wait for the sweep. */
  function unnoted(sweep: Sweep | null): ContactCondition {
    const from = sweep ? Math.max(sweep.after, sweep.silentFrom) : 0
    const to = sweep ? sweep.silentTo : 0
    return sql`NOT (c.seq > ${from} AND c.seq <= ${to})`
  }

  function goOnWith({ segment, after, silentFrom, silentTo }: Sweep, most: number): void {
    const row = segments.get(segment)
    const last = sweeps.lastOfNext(after, most)
    if (!row || last === null) {
      sweeps.end(segment)
      return
    }
    const among = sql`c.seq > ${after} AND c.seq <= ${last}`
    compare(row, among, (contact) => contact > silentFrom && contact <= silentTo)
    sweeps.write({ segment, after: last, silentFrom, silentTo })
  }

  return {
    /** Says that a contact came or went. */
    tell,
    /** Begins to track a dynamic segment. Who is a member already is noted without a word. */
    begin(segment: number): void {
      members.clear(segment)
      sweeps.write({ segment, after: 0, silentFrom: 0, silentTo: sweeps.lastContact() })
      // At once as far as it goes, so that of a small audience nobody changes in between.
      const sweep = sweeps.of(segment)
      if (sweep) goOnWith(sweep, firstSlice)
    },
    /** Goes through a tracked segment's members from the beginning: its condition says something else now. */
    again(segment: number): void {
      const sweep = sweeps.of(segment)
      const noted = sweep ? Math.max(sweep.after, sweep.silentFrom) : 0
      sweeps.write({ segment, after: 0, silentFrom: noted, silentTo: Math.max(noted, sweep?.silentTo ?? 0) })
    },
    /** Goes through them because time has passed, unless that is under way. */
    inTime(segment: number): void {
      if (!sweeps.of(segment)) sweeps.write({ segment, after: 0, silentFrom: 0, silentTo: 0 })
    },
    /** Tracks a dynamic segment no longer. */
    end(segment: number): void {
      members.clear(segment)
      sweeps.end(segment)
    },
    /** Looks at some of the contacts that something changed of. False when there were none. */
    lookAtChanged(): boolean {
      // Taken off first: what the events below change is looked at the next time.
      const contacts = sweeps.takePending(slice)
      if (contacts.length === 0) return false
      const changed = sql`c.seq IN (SELECT value FROM json_each(${JSON.stringify(contacts)}))`
      for (const row of segments.tracked()) {
        if (row.type !== 'DYNAMIC') continue
        compare(row, sql`${changed} AND ${unnoted(sweeps.of(row.seq))}`, () => false)
      }
      return true
    },
    /** Goes on with the members of a segment that are being gone through. False when there was none. */
    goOn(): boolean {
      const sweep = sweeps.next()
      if (sweep) goOnWith(sweep, slice)
      return sweep !== null
    },
  }
}
