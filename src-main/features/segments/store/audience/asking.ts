import {
  type Filter,
  type FilterCondition,
  type FilterGroup,
  type FilterReading,
  kindOf,
} from '../../../../../src-shared/interface/filter'
import type { RowsView } from '../../../../core/index/api'
import { RowSet } from '../../../../core/index/row-set'
import type { Steps } from '../../../../core/database/session'
import { all, type PossibleRows, any, certain, denied } from './answer'
import { spanStart } from './comparison'
import { type AudienceSegment, type ContactTest, fieldTest } from './condition'
import type { CopiedMembers } from './copied-members'
import type { FieldRows } from './field-rows'
import type { LastEvents } from './last-events'
import type { RowsById } from './rows-by-id'

interface AskedOf {
  view: RowsView
  fields: FieldRows
  events: LastEvents
  ids: RowsById
  copied: CopiedMembers
  segments: readonly AudienceSegment[]
  /** Milliseconds since 1970. */
  now: number
  reading: FilterReading
}

interface ConditionAnswer {
  answer: PossibleRows
  /** Whether it holds for a row in doubt, which is read for it. */
  holds(row: number, facts: Parameters<ContactTest>[0]): boolean
}

/** Asks a condition of the index: what filter.ts says, by columns. */
export class ConditionReader {
  /** What each filter was answered: conditions name the same ones again, mostly through segments. */
  private readonly answered = new Map<string, ConditionAnswer>()

  constructor(private readonly of: AskedOf) {}

  /** `within`: the segments whose members are being asked for; one that is reached again has none. */
  *condition({ logic, groups }: FilterCondition, within: readonly string[] = []): Steps<ConditionAnswer> {
    const asked: ConditionAnswer[] = []
    for (const group of groups) asked.push(yield* this.group(group, within))
    return this.join(asked, logic)
  }

  private *group({ filters, conditions }: FilterGroup, within: readonly string[]): Steps<ConditionAnswer> {
    const asked: ConditionAnswer[] = []
    for (const filter of filters) asked.push(yield* this.filter(filter, within))
    if (conditions) asked.push(yield* this.condition(conditions, within))
    return this.join(asked, 'AND')
  }

  private join(asked: readonly ConditionAnswer[], logic: 'AND' | 'OR'): ConditionAnswer {
    const [only] = asked
    if (only && asked.length === 1) return only
    const answers = asked.map(({ answer }) => answer)
    if (logic === 'AND') {
      return {
        answer: all(answers, this.of.view.live),
        holds: (row, facts) => asked.every((one) => holds(one, row, facts)),
      }
    }
    return {
      answer: any(answers, this.of.view.live),
      holds: (row, facts) => asked.some((one) => holds(one, row, facts)),
    }
  }

  private not(asked: ConditionAnswer): ConditionAnswer {
    return {
      answer: denied(asked.answer, this.of.view.live),
      holds: (row, facts) => !holds(asked, row, facts),
    }
  }

  private *filter(filter: Filter, within: readonly string[]): Steps<ConditionAnswer> {
    const member = kindOf(filter.operator) === 'membership'
    const key = JSON.stringify([filter, member ? within : []])
    const known = this.answered.get(key)
    if (known) return known
    const asked = yield* this.newFilter(filter, within)
    this.answered.set(key, asked)
    yield
    return asked
  }

  private *newFilter(filter: Filter, within: readonly string[]): Steps<ConditionAnswer> {
    const { operator } = filter
    switch (operator) {
      case 'exists':
        return settled(yield* this.of.fields.present(filter.field))
      case 'notExists':
        return this.not(settled(yield* this.of.fields.present(filter.field)))
      case 'notEquals':
        return yield* this.denied(filter, 'equals', within)
      case 'notContains':
        return yield* this.denied(filter, 'contains', within)
      case 'memberOfSegment':
        return yield* this.members(String(filter.value), within)
      case 'notMemberOfSegment':
        return this.not(yield* this.filter({ ...filter, operator: 'memberOfSegment' }, within))
      case 'notTriggered':
        return this.not(yield* this.filter({ ...filter, operator: 'triggered' }, within))
      case 'notTriggeredWithin':
        return this.not(yield* this.filter({ ...filter, operator: 'triggeredWithin' }, within))
      case 'triggered':
        return yield* this.event(filter, () => true)
      case 'triggeredWithin':
      case 'triggeredOlderThan': {
        const since = spanStart(this.of.now, filter.value, filter.unit)
        return yield* this.event(filter, (last) => last >= since === (operator === 'triggeredWithin'))
      }
      default: {
        const holds = fieldTest(filter, this.of)
        return {
          answer: yield* this.of.fields.passing(filter, this.of.now),
          holds: (_row, facts) => holds(facts),
        }
      }
    }
  }

  /** Those for whom an operator over a field does not hold: in the deployed reading, of those whose data have it. */
  private *denied(
    filter: Filter,
    operator: 'equals' | 'contains',
    within: readonly string[],
  ): Steps<ConditionAnswer> {
    const others = this.not(yield* this.filter({ ...filter, operator }, within))
    if (this.of.reading === 'specified' || !filter.field.startsWith('data.')) return others
    return this.join([settled(yield* this.of.fields.present(filter.field)), others], 'AND')
  }

  private *event({ field }: Filter, passes: (last: number) => boolean): Steps<ConditionAnswer> {
    const rows = yield* this.of.events.rows(field, passes)
    return settled(certain(rows.and(this.of.view.live)))
  }

  private *members(id: string, within: readonly string[]): Steps<ConditionAnswer> {
    const segment = this.of.segments.find((one) => one.id === id)
    const { live } = this.of.view
    const found = new RowSet(live.capacity)
    if (!segment || within.includes(id)) return settled(certain(found))
    if ('condition' in segment) return yield* this.condition(segment.condition, [...within, id])
    if ('copied' in segment) return settled(certain((yield* this.of.copied.rows(id)).copy().and(live)))
    const find = yield* this.of.ids.finder(segment.members.length)
    for (let at = 0; at < segment.members.length; at++) {
      const row = find(segment.members[at] ?? '')
      if (row !== undefined && live.has(row)) found.add(row)
      if (at % 2000 === 1999) yield
    }
    return settled(certain(found.and(live)))
  }
}

function settled(answer: PossibleRows): ConditionAnswer {
  return { answer, holds: (row) => answer.sure.has(row) }
}

/** A row of which the index could tell is not asked again. */
function holds(
  { answer, holds: test }: ConditionAnswer,
  row: number,
  facts: Parameters<ContactTest>[0],
): boolean {
  return answer.sure.has(row) || (answer.may.has(row) && test(row, facts))
}
