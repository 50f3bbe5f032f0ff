import type { Filter } from '../../../../../src-shared/interface/filter'
import {
  foldCase,
  parseDateText,
  momentOf,
  numberOf,
  spanAgo,
} from '../../../../../src-shared/interface/filter-values'
import type { FactValue } from './facts'

/** Whether one value of a field passes. */
export type ValueTest = (value: FactValue) => boolean

/** The test of `equals` (filter.ts, "equality"). What the filter says is read once, not for every contact. */
export function equalTo(wanted: FactValue): ValueTest {
  if (typeof wanted === 'number') {
    return (value) => (typeof value === 'string' ? numberOf(value) : value) === wanted
  }
  if (typeof wanted === 'boolean') {
    return (value) => value === wanted || (typeof value === 'string' && foldCase(value) === String(wanted))
  }
  const folded = foldCase(wanted)
  const number = numberOf(wanted)
  const moment = momentOf(wanted)
  return (value) => {
    if (typeof value === 'number') return value === number
    if (typeof value === 'boolean') return String(value) === folded
    if (foldCase(value) === folded) return true
    const instant = moment && parseDateText(value)
    return moment !== null && instant !== null && instant >= moment.from && instant < moment.to
  }
}

/** The test of `contains` (filter.ts, "text"). */
export function containing(wanted: string): ValueTest {
  const folded = foldCase(wanted)
  return (value) => foldCase(typeof value === 'string' ? value : JSON.stringify(value)).includes(folded)
}

type OrderOperator = 'greaterThan' | 'lessThan' | 'greaterThanOrEqual' | 'lessThanOrEqual'

/** The test of a comparison (filter.ts, "order"): numbers with numbers, dates with dates. */
export function ordered(operator: OrderOperator, wanted: FactValue): ValueTest {
  const number = typeof wanted === 'string' ? numberOf(wanted) : wanted
  if (typeof number === 'number') {
    return (value) => {
      const compared = typeof value === 'string' ? numberOf(value) : value
      return typeof compared === 'number' && holds(operator, compared, number, number)
    }
  }
  const moment = typeof wanted === 'string' ? momentOf(wanted) : null
  if (!moment) return () => false
  return (value) => {
    const instant = typeof value === 'string' ? parseDateText(value) : null
    return instant !== null && holds(operator, instant, moment.from, moment.to - 1)
  }
}

/** Compares with a stretch from `first` to `last`, both in it. */
function holds(operator: OrderOperator, value: number, first: number, last: number): boolean {
  if (operator === 'greaterThan') return value > last
  if (operator === 'greaterThanOrEqual') return value >= first
  if (operator === 'lessThan') return value < first
  return value <= last
}

/** The test of `within` and `olderThan` (filter.ts, "age"). */
export function aged({ operator, value, unit }: Filter, now: number): ValueTest {
  const since = spanStart(now, value, unit)
  return (found) => {
    const instant = typeof found === 'string' ? parseDateText(found) : null
    return instant !== null && instant >= since === (operator === 'within')
  }
}

/** The moment from which a filter's span counts; without a span, which the grammar refuses, none is late enough. */
export function spanStart(now: number, value: Filter['value'], unit: Filter['unit']): number {
  return typeof value === 'number' && unit ? spanAgo(now, value, unit) : Number.POSITIVE_INFINITY
}
