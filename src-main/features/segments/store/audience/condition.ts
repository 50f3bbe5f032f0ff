import type {
  Filter,
  FilterCondition,
  FilterGroup,
  FilterReading,
} from '../../../../../src-shared/interface/filter'
import { aged, containing, equalTo, ordered, spanStart, type ValueTest } from './comparison'
import { exactlyMeant, exactTest, exactValue } from './exact'
import { type ContactFacts, isPresent, valuesOf } from './facts'

/** Whether a condition holds for a contact. */
export type ContactTest = (facts: ContactFacts) => boolean

/** A segment as conditions ask of it: by its condition, or by the ids of its members. */
export type TestedSegment =
  { id: string; condition: FilterCondition } | { id: string; members: readonly string[] }

/** {@link TestedSegment}, or one whose members are those that the copied catalogue has. */
export type AudienceSegment = TestedSegment | { id: string; copied: true }

/** What a condition is asked over. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  now: number
  reading: FilterReading
  segments: readonly TestedSegment[]
  /** For the name of an event, when each contact (by id) had it last; milliseconds since 1970. */
  lastEvents: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Makes the test of a condition. What the operators mean is written in filter.ts. */
export function testOf(condition: FilterCondition, circumstances: Circumstances): ContactTest {
  return conditionTest(condition, circumstances, [])
}

/** `within`: the segments whose members are being asked for; one that is reached again has none. */
function conditionTest(
  { logic, groups }: FilterCondition,
  circumstances: Circumstances,
  within: readonly string[],
): ContactTest {
  const tests = groups.map((group) => groupTest(group, circumstances, within))
  if (logic === 'AND') return (facts) => tests.every((test) => test(facts))
  return (facts) => tests.some((test) => test(facts))
}

function groupTest(
  { filters, conditions }: FilterGroup,
  circumstances: Circumstances,
  within: readonly string[],
): ContactTest {
  const tests = filters.map((filter) => filterTest(filter, circumstances, within))
  if (conditions) tests.push(conditionTest(conditions, circumstances, within))
  return (facts) => tests.every((test) => test(facts))
}

function filterTest(filter: Filter, circumstances: Circumstances, within: readonly string[]): ContactTest {
  switch (filter.operator) {
    case 'triggered':
    case 'notTriggered':
    case 'triggeredWithin':
    case 'triggeredOlderThan':
    case 'notTriggeredWithin':
      return eventTest(filter, filter.operator, circumstances)
    case 'memberOfSegment':
      return memberTest(String(filter.value), circumstances, within)
    case 'notMemberOfSegment':
      return not(memberTest(String(filter.value), circumstances, within))
    default:
      return fieldTest(filter, circumstances)
  }
}

/** The test of a filter that asks of a field. */
export function fieldTest(
  filter: Filter,
  { now, reading }: Pick<Circumstances, 'now' | 'reading'>,
): ContactTest {
  if (reading === 'specified') return specifiedTest(filter, now)
  return filter.field.startsWith('data.')
    ? deployedTest(filter, now)
    : specifiedTest(exactlyMeant(filter), now)
}

function deployedTest(filter: Filter, now: number): ContactTest {
  const { field, operator } = filter
  const value = (facts: ContactFacts) => exactValue(facts, field)
  if (operator === 'exists') return (facts) => value(facts) !== null
  if (operator === 'notExists') return (facts) => value(facts) === null
  const passes = exactTest(filter, now)
  const wanted = operator !== 'notEquals' && operator !== 'notContains'
  return (facts) => {
    const found = value(facts)
    return found !== null && passes(found) === wanted
  }
}

function specifiedTest(filter: Filter, now: number): ContactTest {
  const { field, operator, value = '' } = filter
  switch (operator) {
    case 'exists':
      return (facts) => isPresent(facts, field)
    case 'notExists':
      return (facts) => !isPresent(facts, field)
    case 'equals':
      return some(field, equalTo(value))
    case 'notEquals':
      return not(some(field, equalTo(value)))
    case 'contains':
      return some(field, containing(String(value)))
    case 'notContains':
      return not(some(field, containing(String(value))))
    case 'within':
    case 'olderThan':
      return some(field, aged(filter, now))
    case 'greaterThan':
    case 'lessThan':
    case 'greaterThanOrEqual':
    case 'lessThanOrEqual':
      return some(field, ordered(operator, value))
    default:
      throw new Error(`${operator} asks of no field.`)
  }
}

const not =
  (test: ContactTest): ContactTest =>
  (facts) =>
    !test(facts)

const some =
  (field: string, test: ValueTest): ContactTest =>
  (facts) =>
    valuesOf(facts, field).some(test)

type EventOperator =
  'triggered' | 'notTriggered' | 'triggeredWithin' | 'triggeredOlderThan' | 'notTriggeredWithin'

function eventTest({ field, value, unit }: Filter, operator: EventOperator, of: Circumstances): ContactTest {
  const last = of.lastEvents.get(field) ?? new Map<string, number>()
  const since = spanStart(of.now, value, unit)
  const within: ContactTest = ({ id }) => (last.get(id) ?? Number.NEGATIVE_INFINITY) >= since && last.has(id)
  switch (operator) {
    case 'triggered':
      return ({ id }) => last.has(id)
    case 'notTriggered':
      return ({ id }) => !last.has(id)
    case 'triggeredWithin':
      return within
    case 'notTriggeredWithin':
      return not(within)
    case 'triggeredOlderThan':
      return (facts) => last.has(facts.id) && !within(facts)
  }
}

function memberTest(segmentId: string, circumstances: Circumstances, within: readonly string[]): ContactTest {
  const segment = circumstances.segments.find(({ id }) => id === segmentId)
  if (!segment || within.includes(segmentId)) return () => false
  if ('condition' in segment) return conditionTest(segment.condition, circumstances, [...within, segmentId])
  const members = new Set(segment.members)
  return ({ id }) => members.has(id)
}
