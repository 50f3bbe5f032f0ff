import type { Filter } from '../../src-shared/interface/filter'
import { foldCase, parseDateText, spanAgo } from '../../src-shared/interface/filter-values'
import type { ContactCondition } from '../mail/message'
import type { ConditionSql } from './condition-sql'
import { byType } from './field-tests'
import { never, sql, timed } from './fragment'
import { foldedAs, type ValueTest, wholeMoment } from './value-tests'

/** What a filter is asked with. */
interface ExactSurroundings {
  /** Milliseconds since 1970. */
  now: number
  json: ConditionSql
}

/**
 * Filters over fields in the deployed reading (interface/filter.ts, "Two readings"; deployed.md section 6), as SQL over
 * `contact AS c`: values of `data` are compared as JSON has them, and what is absent or null passes `notExists` alone.
 */
export function exactFilter(filter: Filter, { now, json }: ExactSurroundings): ContactCondition {
  const { field } = filter
  if (field === 'email') return ofAddress(filter, json)
  if (field === 'subscribed') return ofSubscription(filter)
  if (field === 'createdAt') return ofTime(sql`c.created_at`, filter, now)
  if (field === 'updatedAt') return ofTime(sql`c.updated_at`, filter, now)
  return field.startsWith('data.') ? ofData(filter, now, json) : never
}

const isNegative = (operator: Filter['operator']): boolean => operator.startsWith('not')
const turned = (condition: ContactCondition, operator: Filter['operator']): ContactCondition =>
  isNegative(operator) ? sql`NOT (${condition})` : sql`(${condition})`

/** Any case of letters will do. */
function ofAddress({ operator, value = '' }: Filter, json: ConditionSql): ContactCondition {
  const wanted = foldCase(String(value))
  const isPart = operator === 'contains' || operator === 'notContains'
  const address = foldedAs(wanted, sql`c.email`, json.addressInLowerCase)
  return turned(isPart ? sql`instr(${address}, ${wanted}) > 0` : sql`${address} = ${wanted}`, operator)
}

/** Only true is true: the text "true" counts as false. */
function ofSubscription({ operator, value }: Filter): ContactCondition {
  return turned(sql`c.subscribed = ${value === true ? 1 : 0}`, operator)
}

/** `equals` is the day in UTC that the text begins with; the others are of its moment. */
function ofTime(column: ContactCondition, filter: Filter, now: number): ContactCondition {
  const { operator, value = '', unit } = filter
  if (operator === 'within' || operator === 'olderThan') {
    const since = typeof value === 'number' && unit ? wholeMoment(spanAgo(now, value, unit)) : Number.NaN
    return timed(compared(column, operator === 'within' ? 'greaterThanOrEqual' : 'lessThan', since))
  }
  const text = String(value)
  if (operator === 'equals' || operator === 'notEquals') {
    const day = dayOf(text)
    if (day === null) return never
    return turned(sql`${column} >= ${day} AND ${column} < ${day + dayMs}`, operator)
  }
  return compared(column, operator, parseDateText(text) ?? Date.parse(text))
}

/** Every dot walks into an object: no key leads into a list. */
function ofData(filter: Filter, now: number, json: ConditionSql): ContactCondition {
  const value = json.at(filter.field.slice('data.'.length).split('.'))
  if (filter.operator === 'exists') return sql`(${value.isThere})`
  if (filter.operator === 'notExists') return sql`(NOT (${value.isThere}))`
  const positive = byType(json, value, { ...nothing, ...exactTest(filter, now) })
  return sql`(${value.isThere} AND ${turned(positive, filter.operator)})`
}

const nothing = { text: null, number: null, booleans: [] }

/** What is asked of a value of `data`, by its type. */
function exactTest({ operator, value: wanted = '', unit }: Filter, now: number): Partial<ValueTest> {
  switch (operator) {
    case 'equals':
    case 'notEquals':
      return equal(wanted)
    case 'contains':
    case 'notContains':
      return { text: (text) => sql`instr(${text}, ${String(wanted)}) > 0` }
    case 'within':
    case 'olderThan': {
      const since = typeof wanted === 'number' && unit ? isoOf(spanAgo(now, wanted, unit)) : ''
      return {
        text: (text) =>
          timed(compared(text, operator === 'within' ? 'greaterThanOrEqual' : 'lessThan', since)),
      }
    }
    default:
      if (typeof wanted === 'boolean') return {}
      return typeof wanted === 'number'
        ? { number: (number) => compared(number, operator, wanted) }
        : { text: (text) => compared(text, operator, wanted) }
  }
}

/** A date stands for the texts of its day: a stored date without a time sorts before all of them. */
function equal(wanted: string | number | boolean): Partial<ValueTest> {
  if (typeof wanted === 'boolean') return { booleans: [wanted] }
  if (typeof wanted === 'number') return { number: (number) => sql`${number} = ${wanted}` }
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(wanted) && !Number.isNaN(Date.parse(wanted))
  const day = isDate ? dayOf(wanted) : null
  if (day === null) return { text: (text) => sql`${text} = ${wanted}` }
  return { text: (text) => sql`${text} >= ${isoOf(day)} AND ${text} < ${isoOf(day + dayMs)}` }
}

function compared(
  value: ContactCondition,
  operator: Filter['operator'],
  wanted: string | number,
): ContactCondition {
  if (Number.isNaN(wanted)) return never
  switch (operator) {
    case 'greaterThan':
      return sql`(${value} > ${wanted})`
    case 'greaterThanOrEqual':
      return sql`(${value} >= ${wanted})`
    case 'lessThan':
      return sql`(${value} < ${wanted})`
    case 'lessThanOrEqual':
      return sql`(${value} <= ${wanted})`
    default:
      return never
  }
}

const dayMs = 86_400_000

/** Midnight, in UTC, of the day that a text names; null where it names none. */
function dayOf(text: string): number | null {
  const begin = parseDateText(text.slice(0, 10)) ?? Date.parse(text)
  return Number.isNaN(begin) ? null : Math.floor(begin / dayMs) * dayMs
}

/** A moment as the text that is compared; beyond what a date can say, before or after every text of one. */
function isoOf(moment: number): string {
  const isDate = Math.abs(moment) <= 8.64e15
  return isDate ? new Date(moment).toISOString() : moment > 0 ? '\uffff' : ''
}
