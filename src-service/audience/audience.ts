import type { FilterCondition, FilterReading } from '../../src-shared/interface/filter'
import type { TimerClock } from '../clock'
import type { ContactCondition } from '../mail/message'
import type { ContactMatches } from '../store/contact-matches'
import type { Engine } from '../store/engine-sql'
import type { Segments } from '../store/segments'
import { compileCondition } from './compile-condition'
import { conditionSql } from './condition-sql'
import { sql } from './fragment'
import { conditionOf, segmentNumber } from './segment-graph'

/** Who fits: conditions and segments as SQL over `contact AS c`, for this moment. */
export interface Audience {
  /** Who fits a condition. */
  condition(condition: FilterCondition): Promise<ContactCondition>
  /** The members of a segment; null where there is no such segment. */
  segment(seq: number): Promise<ContactCondition | null>
  /** Whether a condition holds for a contact. False for a contact that is not there. */
  satisfies(contact: number, condition: FilterCondition): Promise<boolean>
  /** The number of the segment that a public id stands for; null where there is none. */
  findSegment(id: string): Promise<number | null>
}

/** What an audience is found with. */
interface AudienceParts {
  /** What the contacts are in. */
  engine: Engine
  segments: Segments
  matches: ContactMatches
  clock: TimerClock
  /** How conditions are read; as they are specified unless said. */
  reading?: FilterReading
}

/** The audiences of a service. */
export function createAudience({
  engine,
  segments,
  matches,
  clock,
  reading = 'specified',
}: AudienceParts): Audience {
  const json = conditionSql[engine]
  async function compile(
    condition: FilterCondition,
    now: number,
    within: readonly number[],
  ): Promise<ContactCondition> {
    const membersOf = async (id: string): Promise<ContactCondition | null> => {
      const seq = segmentNumber(id)
      if (seq === null || within.includes(seq)) return null
      // Deployed services ask who was noted of a tracked segment (deployed.md section 6).
      const isNoted = reading === 'deployed' && (await segments.get(seq))?.trackMembership === true
      return isNoted ? noted(seq) : await members(seq, now, within)
    }
    return compileCondition(condition, { now, reading, json, membersOf })
  }

  async function members(
    seq: number,
    now: number,
    within: readonly number[],
  ): Promise<ContactCondition | null> {
    const row = await segments.get(seq)
    if (!row) return null
    const condition = conditionOf(row)
    return condition ? await compile(condition, now, [...within, seq]) : noted(seq)
  }

  /** Those who are written down as members. */
  function noted(seq: number): ContactCondition {
    return sql`EXISTS (SELECT 1 FROM segment_member AS m WHERE m.segment = ${seq} AND m.contact = c.seq)`
  }

  const condition = (of: FilterCondition): Promise<ContactCondition> => compile(of, clock.now(), [])
  return {
    condition,
    segment: (seq) => members(seq, clock.now(), []),
    satisfies: async (contact, of) => matches.has(contact, await condition(of)),
    async findSegment(id) {
      const seq = segmentNumber(id)
      return seq !== null && (await segments.get(seq)) ? seq : null
    },
  }
}
