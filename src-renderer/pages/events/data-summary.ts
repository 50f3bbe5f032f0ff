/** The data of an event in one line: its values, the longest cut, keys only where a value does not speak for itself. */
export function dataSummary(data: unknown): string {
  if (data === null || data === undefined) return ''
  if (typeof data !== 'object') return String(data)
  if (Array.isArray(data)) return data.map(leaf).join(', ')
  return Object.entries(data)
    .map(([key, value]) =>
      typeof value === 'boolean' || typeof value === 'number' ? `${key} ${value}` : leaf(value),
    )
    .filter(Boolean)
    .join(', ')
}

function leaf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return `[${value.length}]`
  if (typeof value === 'object') return `{ ${Object.keys(value).join(', ')} }`
  return String(value)
}
