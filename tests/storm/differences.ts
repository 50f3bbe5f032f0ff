import type { Sent } from './wire'

/** Something in which console and service do not agree. */
export interface Difference {
  kind: 'lost' | 'doubled' | 'wrong'
  /** In words, with what is compared. */
  what: string
}

/** Says what of `expected` is otherwise in `found`, key by key; `kinds` of what is missing and of what is too much. */
export function compareMaps<T>(
  expected: ReadonlyMap<string, T>,
  found: ReadonlyMap<string, T>,
  of: string,
): Difference[] {
  const differences: Difference[] = []
  for (const [key, value] of expected) {
    const there = found.get(key)
    if (there === undefined) differences.push({ kind: 'lost', what: `${of} ${key} is missing` })
    else if (!isSame(value, there))
      differences.push({ kind: 'wrong', what: `${of} ${key} is ${text(there)}, not ${text(value)}` })
  }
  for (const [key, value] of found)
    if (!expected.has(key))
      differences.push({ kind: 'wrong', what: `${of} ${key} is too much: ${text(value)}` })
  return differences
}

/** One difference where two values are not the same. */
export function compareValues(expected: unknown, found: unknown, of: string): Difference[] {
  if (isSame(expected, found)) return []
  return [{ kind: 'wrong', what: `${of} is ${text(found)}, not ${text(expected)}` }]
}

/** Those that come more than once. */
export function repeated(keys: readonly string[], of: string): Difference[] {
  const seen = new Set<string>()
  return keys.flatMap((key) => {
    if (seen.has(key)) return [{ kind: 'doubled' as const, what: `${of} ${key} is there twice` }]
    seen.add(key)
    return []
  })
}

/**
 * Writes that were made again though the first was answered, beyond those that were on the way when the console was killed:
 * it sends `width` at once, so of each of its starts so many; where it is one, that is the last of that start.
 */
export function writtenAgain(writes: readonly Sent[], width = 1): Difference[] {
  const last = new Map<string, number>()
  const again = new Map<number, number>()
  return writes.flatMap((write, index) => {
    const what = `${write.method} ${write.path} ${write.body}`
    const before = last.get(what)
    last.set(what, index)
    const first = before === undefined ? undefined : writes[before]
    if (before === undefined || first === undefined || first.fate !== 'answered') return []
    const { life } = first
    again.set(life, (again.get(life) ?? 0) + 1)
    const isLast = !writes.slice(before + 1, index).some((other) => other.life === life)
    if (write.life > life && (again.get(life) ?? 0) <= width && (width > 1 || isLast)) return []
    return [
      { kind: 'doubled' as const, what: `${what} was sent in start ${life} and again in ${write.life}` },
    ]
  })
}

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

const text = (value: unknown): string => canonical(value).slice(0, 300)
