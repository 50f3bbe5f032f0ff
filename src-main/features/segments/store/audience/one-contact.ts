import {
  type Filter,
  type FilterCondition,
  type FilterReading,
} from '../../../../../src-shared/interface/filter'
import { spanStart } from './comparison'
import { type AudienceSegment, fieldTest } from './condition'
import type { ContactFacts } from './facts'

/** What is known of one contact. */
export interface KnownContact {
  facts: ContactFacts
  /** When they had each event last, by name; milliseconds since 1970. */
  events: ReadonlyMap<string, number>
  isMember(segment: string): boolean
  now: number
  reading: FilterReading
}

/** Asks conditions of one contact, whom alone it looks at: what {@link ConditionReader} tells of all comes to the same. */
export class OneContact {
  constructor(
    private readonly of: KnownContact,
    private readonly segments: readonly AudienceSegment[],
  ) {}

  /** `within`: the segments whose members are being asked for; one that is reached again has none. */
  holds({ logic, groups }: FilterCondition, within: readonly string[] = []): boolean {
    const passes = ({ filters, conditions }: FilterCondition['groups'][number]): boolean =>
      filters.every((filter) => this.filter(filter, within)) &&
      (!conditions || this.holds(conditions, within))
    return logic === 'AND' ? groups.every(passes) : groups.some(passes)
  }

  private filter(filter: Filter, within: readonly string[]): boolean {
    const { field, operator, value, unit } = filter
    const last = this.of.events.get(field)
    const isLate = (): boolean => last !== undefined && last >= spanStart(this.of.now, value, unit)
    switch (operator) {
      case 'triggered':
        return last !== undefined
      case 'notTriggered':
        return last === undefined
      case 'triggeredWithin':
        return isLate()
      case 'notTriggeredWithin':
        return !isLate()
      case 'triggeredOlderThan':
        return last !== undefined && !isLate()
      case 'memberOfSegment':
        return this.member(String(value), within)
      case 'notMemberOfSegment':
        return !this.member(String(value), within)
      default:
        return fieldTest(filter, this.of)(this.of.facts)
    }
  }

  private member(id: string, within: readonly string[]): boolean {
    const segment = this.segments.find((one) => one.id === id)
    if (!segment || within.includes(id)) return false
    if ('condition' in segment) return this.holds(segment.condition, [...within, id])
    return 'copied' in segment ? this.of.isMember(id) : segment.members.includes(this.of.facts.id)
  }
}
