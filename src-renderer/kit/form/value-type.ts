import { digitsOf } from '../../../src-shared/interface/exact-number'
import type { FieldType } from '../../../src-shared/bridge/contacts'

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The instant that a date in `data` stands for (dates without a time: local midnight); null where it is no ISO date. */
export function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || !isoDate.test(value)) return null
  const instant = Date.parse(value.length === 10 ? `${value}T00:00` : value)
  return Number.isNaN(instant) ? null : instant
}

/** The type of one value of `data`; null has none and counts as text. */
export function valueType(value: unknown): FieldType {
  if (typeof value === 'number' || digitsOf(value) !== null) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object' && value !== null) return 'object'
  return dateOf(value) === null ? 'text' : 'date'
}
