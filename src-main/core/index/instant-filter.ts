import type { ContactFilter } from '../../../src-shared/bridge/contacts'
import { fold, wellFormed } from '../../../src-shared/fold'
import { operand, spanOf } from './predicate'

/** The moments that a filter over a column of moments lets through, where they are one span: from, to before. */
export function instantSpan(filter: ContactFilter, now: number): { from: number; to: number } | null {
  const date = (value: string | number): number => operand(value).date
  switch (filter.operator) {
    case 'between':
      if (filter.closed || filter.orMissing) return null
      return {
        from: filter.from === null ? -Infinity : date(filter.from),
        to: filter.to === null ? Infinity : date(filter.to),
      }
    case 'within':
      return { from: now - spanOf(filter.value, filter.unit), to: Infinity }
    case 'olderThan':
      return { from: -Infinity, to: now - spanOf(filter.value, filter.unit) }
    case 'greaterThanOrEqual':
      return { from: date(filter.value), to: Infinity }
    case 'lessThan':
      return { from: -Infinity, to: date(filter.value) }
    case 'exists':
      return { from: -Infinity, to: Infinity }
    default:
      return null
  }
}

/** {@link passing} for one moment, NaN being none, where {@link instantSpan} has no answer. */
export function instantTest(filter: ContactFilter, now: number): (instant: number) => boolean {
  switch (filter.operator) {
    case 'notWithin': {
      const limit = now - spanOf(filter.value, filter.unit)
      return (instant) => !(instant >= limit)
    }
    case 'notExists':
      return (instant) => Number.isNaN(instant)
    case 'between': {
      const from = filter.from === null ? -Infinity : operand(filter.from).date
      const to = filter.to === null ? Infinity : operand(filter.to).date
      return (instant) => {
        if (Number.isNaN(instant)) return filter.orMissing === true
        return instant >= from && (filter.closed ? instant <= to : instant < to)
      }
    }
    case 'anyOf':
    case 'noneOf': {
      const wanted = filter.operator === 'anyOf'
      const instants = new Set(filter.values.map((value) => (value === null ? NaN : operand(value).date)))
      const none = filter.values.includes(null)
      return (instant) => (Number.isNaN(instant) ? none : instants.has(instant)) === wanted
    }
    case 'equals':
    case 'notEquals': {
      const { date } = operand(filter.value)
      return filter.operator === 'equals' ? (instant) => instant === date : (instant) => instant !== date
    }
    case 'contains':
    case 'notContains':
    case 'startsWith': {
      const part = fold(wellFormed(String(filter.value)))
      const { operator } = filter
      const textOf = textMaker()
      return (instant) => {
        const text = textOf(instant)
        if (operator === 'startsWith') return text !== null && text.startsWith(part)
        return (text !== null && text.includes(part)) === (operator === 'contains')
      }
    }
    case 'greaterThan':
    case 'lessThanOrEqual': {
      const { date } = operand(filter.value)
      return filter.operator === 'greaterThan' ? (instant) => instant > date : (instant) => instant <= date
    }
    default:
      return () => false
  }
}

const day = 86_400_000

/**
 * Makes the ISO text of moments, lower case, null for what has none. Days repeat among a million contacts, so
 * their text is kept.
 */
function textMaker(): (instant: number) => string | null {
  const days = new Map<number, string>()
  return (instant) => {
    if (!(Math.abs(instant) <= 8.64e15)) return null
    const number = Math.floor(instant / day)
    let date = days.get(number)
    if (date === undefined) {
      date = new Date(number * day).toISOString().toLowerCase().slice(0, -13)
      days.set(number, date)
    }
    const time = Math.floor(instant) - number * day
    const minutes = Math.floor(time / 60_000)
    const rest = String(100_000 + (time % 60_000))
    const clock = String(10_000 + Math.floor(minutes / 60) * 100 + (minutes % 60))
    return `${date}${clock.slice(1, 3)}:${clock.slice(3)}:${rest.slice(1, 3)}.${rest.slice(3)}z`
  }
}
