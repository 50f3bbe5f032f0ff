/** Whether two values are the same JSON, whatever the order of keys; undefined is null. */
export function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null)
}

/** A value as JSON in which the order of keys, and keys that say nothing, make no difference; the order of lists does. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    const sorted = entries.sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0))
    return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
