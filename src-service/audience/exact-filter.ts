import type { Filter } from '../../src-shared/interface/filter'
import { foldCase, parseDateText, spanAgo } from '../../src-shared/interface/filter-values'
import type { ContactCondition } from '../mail/message'
import { never, sql } from './fragment'

/**
 * Filters over fields in the deployed reading (interface/filter.ts, "Two readings"; deployed.md section 6), as SQL over
 * `contact AS c`: values of `data` are compared as JSON has them, and what is absent or null passes `notExists` alone.
 */
export function exactFilter(filter: Filter, now: number): ContactCondition {
  const { field } = filter
  if (field === 'email') return ofAddress(filter)
  if (field === 'subscribed') return ofSubscription(filter)
  if (field === 'createdAt') return ofTime(sql`c.created_at`, filter, now)
  if (field === 'updatedAt') return ofTime(sql`c.updated_at`, filter, now)
  return field.startsWith('data.') ? ofData(filter, now) : never
}

const isNegative = (operator: Filter['operator']): boolean => operator.startsWith('not')
const turned = (condition: ContactCondition, operator: Filter['operator']): ContactCondition =>
  isNegative(operator) ? sql`NOT (${condition})` : sql`(${condition})`

/** Any case of letters will do. */
function ofAddress({ operator, value = '' }: Filter): ContactCondition {
  const wanted = foldCase(String(value))
  const isPart = operator === 'contains' || operator === 'notContains'
  const address = sql`fold_case(c.email)`
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
    const since = typeof value === 'number' && unit ? spanAgo(now, value, unit) : Number.NaN
    return compared(column, operator === 'within' ? 'greaterThanOrEqual' : 'lessThan', since)
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
function ofData(filter: Filter, now: number): ContactCondition {
  const keys = filter.field.slice('data.'.length).split('.')
  const path = `$${keys.map((key) => `.${JSON.stringify(key)}`).join('')}`
  const type = sql`coalesce(json_type(c.data, ${path}), 'null')`
  if (filter.operator === 'exists') return sql`(${type} <> 'null')`
  if (filter.operator === 'notExists') return sql`(${type} = 'null')`
  const positive = ofValue(type, sql`json_extract(c.data, ${path})`, filter, now)
  return sql`(${type} <> 'null' AND ${turned(sql`(${positive}) IS TRUE`, filter.operator)})`
}

function ofValue(
  type: ContactCondition,
  value: ContactCondition,
  filter: Filter,
  now: number,
): ContactCondition {
  const { operator, value: wanted = '', unit } = filter
  const isText = sql`${type} = 'text'`
  switch (operator) {
    case 'equals':
    case 'notEquals':
      return equal(type, value, wanted)
    case 'contains':
    case 'notContains':
      return sql`${isText} AND instr(${value}, ${String(wanted)}) > 0`
    case 'within':
    case 'olderThan': {
      const since = typeof wanted === 'number' && unit ? isoOf(spanAgo(now, wanted, unit)) : ''
      return sql`${isText} AND ${compared(value, operator === 'within' ? 'greaterThanOrEqual' : 'lessThan', since)}`
    }
    default:
      if (typeof wanted === 'boolean') return never
      return typeof wanted === 'number'
        ? sql`${type} IN ('integer', 'real') AND ${compared(sql`CAST(${value} AS REAL)`, operator, wanted)}`
        : sql`${isText} AND ${compared(value, operator, wanted)}`
  }
}

/** A date stands for the texts of its day: a stored date without a time sorts before all of them. */
function equal(
  type: ContactCondition,
  value: ContactCondition,
  wanted: string | number | boolean,
): ContactCondition {
  if (typeof wanted === 'boolean') return sql`${type} = ${String(wanted)}`
  if (typeof wanted === 'number') {
    return sql`${type} IN ('integer', 'real') AND CAST(${value} AS REAL) = ${wanted}`
  }
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(wanted) && !Number.isNaN(Date.parse(wanted))
  const day = isDate ? dayOf(wanted) : null
  if (day === null) return sql`${type} = 'text' AND ${value} = ${wanted}`
  return sql`${type} = 'text' AND ${value} >= ${isoOf(day)} AND ${value} < ${isoOf(day + dayMs)}`
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
