import { type Filter, type FilterCondition, kindOf } from '../../../src-shared/interface/filter'
import {
  foldCase,
  parseDateText,
  momentOf,
  numberOf,
  pathsOf,
  spanAgo,
} from '../../../src-shared/interface/filter-values'
import { type FilterPerson, type FilterSegment, now } from '../../fixtures/filter-people'

// What interface/filter.ts says, word for word and one contact at a time: what the SQL is compared with.

type Plain = string | number | boolean

const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value)

function under(data: unknown, keys: string[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    const inside =
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    return inside ? Reflect.get(value, key) : undefined
  }, data)
}

function fieldOf(person: FilterPerson, field: string): unknown {
  if (field === 'email') return person.email
  if (field === 'subscribed') return person.subscribed
  if (field === 'createdAt') return new Date(person.createdAt).toISOString()
  return pathsOf(field)
    .map((keys) => under(person.data, keys))
    .find((value) => value !== undefined && value !== null)
}

function equal(held: Plain, asked: Plain): boolean {
  if (typeof held === 'string' && typeof asked === 'string') {
    const moment = momentOf(asked)
    const instant = parseDateText(held)
    if (moment && instant !== null && instant >= moment.from && instant < moment.to) return true
    return foldCase(held) === foldCase(asked)
  }
  if (typeof held === 'boolean' || typeof asked === 'boolean') {
    if (typeof held === 'number' || typeof asked === 'number') return false
    return foldCase(String(held)) === foldCase(String(asked))
  }
  const number = (value: Plain): number | null =>
    typeof value === 'number' ? value : numberOf(String(value))
  return number(held) !== null && number(held) === number(asked)
}

function inOrder(operator: string, held: Plain, asked: Plain): boolean {
  const number = (value: Plain): number | null =>
    typeof value === 'number' ? value : typeof value === 'string' ? numberOf(value) : null
  const [left, right] = [number(held), number(asked)]
  let below: boolean, above: boolean
  if (right !== null) {
    if (left === null) return false
    ;[below, above] = [left < right, left > right]
  } else {
    const [instant, moment] = [
      typeof held === 'string' ? parseDateText(held) : null,
      typeof asked === 'string' ? momentOf(asked) : null,
    ]
    if (instant === null || !moment) return false
    ;[below, above] = [instant < moment.from, instant >= moment.to]
  }
  if (operator === 'greaterThan') return above
  if (operator === 'lessThan') return below
  return operator === 'greaterThanOrEqual' ? !below : !above
}

function passes({ operator, value, unit }: Filter, held: Plain): boolean {
  if (value === undefined) return false
  switch (kindOf(operator)) {
    case 'equality':
      return equal(held, value)
    case 'text':
      return foldCase(String(held)).includes(foldCase(String(value)))
    case 'order':
      return inOrder(operator, held, value)
    default: {
      const instant = typeof held === 'string' ? parseDateText(held) : null
      if (instant === null || typeof value !== 'number' || !unit) return false
      return instant >= spanAgo(now, value, unit) === (operator === 'within')
    }
  }
}

/** Whether a condition holds for somebody. */
export function holds(
  { logic, groups }: FilterCondition,
  person: FilterPerson,
  segments: FilterSegment[],
): boolean {
  const each = groups.map(
    ({ filters, conditions }) =>
      filters.every((filter) => filterHolds(filter, person, segments)) &&
      (!conditions || holds(conditions, person, segments)),
  )
  return logic === 'AND' ? each.every(Boolean) : each.some(Boolean)
}

function filterHolds(filter: Filter, person: FilterPerson, segments: FilterSegment[]): boolean {
  const { field, operator, value, unit } = filter
  switch (kindOf(operator)) {
    case 'presence':
      return (fieldOf(person, field) !== undefined) === (operator === 'exists')
    case 'event':
      return person.events.some(({ name }) => name === field) === (operator === 'triggered')
    case 'eventAge': {
      const times = person.events.filter(({ name }) => name === field).map(({ at }) => at)
      const recent = times.some((at) => at >= spanAgo(now, Number(value), unit ?? 'days'))
      if (operator === 'triggeredOlderThan') return times.length > 0 && !recent
      return recent === (operator === 'triggeredWithin')
    }
    case 'membership':
      return isMember(String(value), person, segments) === (operator === 'memberOfSegment')
    default: {
      const held = fieldOf(person, field)
      const values = (Array.isArray(held) ? held : [held]).filter(isPlain)
      return values.some((one) => passes(filter, one)) !== operator.startsWith('not')
    }
  }
}

function isMember(id: string, person: FilterPerson, segments: FilterSegment[]): boolean {
  const segment = segments.find((other) => other.id === id)
  if (!segment) return false
  if (segment.type === 'STATIC') return segment.members.includes(person.email)
  // Asked about itself meanwhile, it has no members.
  const others = segments.filter((other) => other !== segment)
  return holds(segment.condition, person, others)
}
