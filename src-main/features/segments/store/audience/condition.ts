import type { Filter, FilterCondition, FilterReading } from '../../../../../src-shared/interface/filter'
import { aged, containing, equalTo, ordered, type ValueTest } from './comparison'
import { exactlyMeant, exactTest, exactValue } from './exact'
import { type ContactFacts, isPresent, valuesOf } from './facts'

/** Whether what is asked holds for a contact. */
export type ContactTest = (facts: ContactFacts) => boolean

/** A segment as conditions ask of it: by its condition, or by the ids of its members. */
export type TestedSegment =
  { id: string; condition: FilterCondition } | { id: string; members: readonly string[] }

/** {@link TestedSegment}, or one whose members are those that the copied catalogue has. */
export type AudienceSegment = TestedSegment | { id: string; copied: true }

/** The test of a filter that asks of a field. What the operators mean is written in filter.ts; `now`: ms since 1970. */
export function fieldTest(
  filter: Filter,
  { now, reading }: { now: number; reading: FilterReading },
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
