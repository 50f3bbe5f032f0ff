import { unmarked } from '../../../src-shared/interface/exact-number'
import { valueType } from '../form/value-type'

/** The data of an event in one line: its values, the longest cut, keys only where a value does not speak for itself. */
export function dataSummary(data: unknown): string {
  if (data === null || data === undefined) return ''
  if (typeof data !== 'object') return leaf(data)
  if (Array.isArray(data)) return data.map(leaf).join(', ')
  return Object.entries(data)
    .map(([key, value]) =>
      typeof value === 'boolean' || valueType(value) === 'number' ? `${key} ${leaf(value)}` : leaf(value),
    )
    .filter(Boolean)
    .join(', ')
}

function leaf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return `[${value.length}]`
  if (typeof value === 'object') return `{ ${Object.keys(value).join(', ')} }`
  return unmarked(String(value))
}
