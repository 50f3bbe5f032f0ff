import { setImmediate as turn } from 'node:timers/promises'
import type { ContactCondition } from '../mail/message'
import type { ContactMatches } from '../store/contact-matches'
import type { SegmentMembers } from '../store/segment-members'
import type { SegmentRow } from '../store/segments'
import type { Audience } from './audience'

/** How many members segments have. */
export interface MemberCounts {
  /** Of one segment, now. */
  of(row: SegmentRow): Promise<number>
  /**
   * Of several, by their number: counted one after the other, so that other requests are answered in between. A count
   * that takes long is given again for a while although something changed.
   */
  ofAll(rows: readonly SegmentRow[]): Promise<Map<number, number>>
}

/** What members are counted with. */
interface CountParts {
  audience: Audience
  members: SegmentMembers
  matches: ContactMatches
  /** A number that is another one after anything changed that a count depends on. */
  revision(): number
}

interface Counted {
  count: number
  revision: number
  /** What was asked. What depends on the time asks something else a moment later. */
  who: ContactCondition
  /** When it ended, and how long it took: milliseconds of a clock that never goes back. */
  ended: number
  took: number
}

// A count that takes longer than this is worth keeping although it may be a little off, but so that counting anew takes
// a twentieth of the time at most. Those of small audiences are always exact.
const dear = 5
const rest = 20

/** Counts the members of segments. */
export function memberCounts({ audience, members, matches, revision }: CountParts): MemberCounts {
  const counted = new Map<number, Counted>()

  async function count(seq: number, who: ContactCondition): Promise<number> {
    const before = revision()
    const began = performance.now()
    const found = await matches.count(who)
    const ended = performance.now()
    counted.set(seq, { count: found, revision: before, who, ended, took: ended - began })
    return found
  }

  async function exact(seq: number): Promise<number> {
    const who = await audience.segment(seq)
    if (!who) return 0
    const last = counted.get(seq)
    return last && last.revision === revision() && isSame(last.who, who) ? last.count : await count(seq, who)
  }

  /** The last count, while counting again would cost more than being right is worth. */
  function recent(seq: number): number | null {
    const last = counted.get(seq)
    return last && last.took > dear && performance.now() - last.ended < last.took * rest ? last.count : null
  }

  return {
    of: async ({ seq, type }) => (type === 'STATIC' ? await members.count(seq) : await exact(seq)),
    async ofAll(rows) {
      const counts = new Map<number, number>()
      for (const { seq, type } of rows) {
        const last = type === 'STATIC' ? await members.count(seq) : recent(seq)
        counts.set(seq, last ?? (await exact(seq)))
        if (last === null) await turn()
      }
      return counts
    },
  }
}

function isSame(one: ContactCondition, other: ContactCondition): boolean {
  const { values } = other
  return one.where === other.where && one.values.every((value, index) => value === values[index])
}
