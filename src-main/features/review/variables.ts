import { findVariables, ownVariables } from '../../../src-shared/interface/template-text'
import type { Mail } from '../../../src-shared/bridge/review'

/** The names that variables can have: those of the service, and keys of the copy's `data`. */
export class KnownVariables {
  readonly #keys: Set<string>
  readonly #own: ReadonlySet<string> = new Set(ownVariables)

  constructor(readonly keys: readonly string[]) {
    this.#keys = new Set(keys)
  }

  /** Whether a name is one of the service's own, or some contact has a value under it or above it. */
  has(name: string): boolean {
    if (this.#own.has(name)) return true
    const path = name.startsWith('data.') ? name.slice('data.'.length) : name
    return this.#keys.has(path) || this.#keys.has(path.split('.')[0] ?? '')
  }

  /** The name that was most likely meant; null where none is close. */
  closeTo(name: string): string | null {
    const prefix = name.startsWith('data.') ? 'data.' : ''
    const written = name.slice(prefix.length)
    const plain = plainly(written)
    let best: { key: string; distance: number } | null = null
    for (const key of [...this.keys, ...ownVariables]) {
      const distance = key === written ? 0 : plainly(key) === plain ? 0.5 : distanceOf(plainly(key), plain)
      if (distance <= allowed(plain.length) && (best === null || distance < best.distance))
        best = { key, distance }
    }
    return best === null ? null : prefix + best.key
  }
}

/** The variables of a mail, by name, with each of their places in the subject and the body. */
export function variablesOf(mail: Pick<Mail, 'subject' | 'body'>) {
  const found = new Map<
    string,
    { part: 'subject' | 'body'; start: number; end: number; fallback: string | null }[]
  >()
  for (const part of ['subject', 'body'] as const) {
    for (const { name, start, end, fallback } of findVariables(mail[part])) {
      const places = found.get(name) ?? []
      places.push({ part, start, end, fallback })
      found.set(name, places)
    }
  }
  return found
}

const plainly = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '')

function allowed(length: number): number {
  return length <= 3 ? 0.5 : length <= 6 ? 1 : 2
}

/** How many letters are to be added, taken, changed or swapped with their neighbour to make one text of another. */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, (before[column - 2] ?? 0) + 1)
      }
      current.push(least)
    }
    before = above
    above = current
  }
  return above[other.length] ?? 0
}
