import { isAscii, wellFormed } from './fold'
import { unmarked } from './interface/exact-number'

/** A value within a value. `path`: the keys that lead to it, joined by dots; a place in a list adds nothing. */
export interface Leaf {
  path: string
  text: string
}

/** The text as which a value that is neither a list nor an object is searched. */
export function leafText(value: unknown): string {
  const text = String(value)
  return isAscii(text) ? text : wellFormed(unmarked(text))
}

/** All that a search looks at in the value of a key, however deep it lies. Keys are not looked at. */
export function leavesOf(key: string, value: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const pending: [path: string, value: unknown][] = [[key, value]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, inner] = next
    if (inner === null || inner === undefined) continue
    if (typeof inner === 'object') {
      const isList = Array.isArray(inner)
      const entries: [string, unknown][] = Object.entries(inner)
      for (const [name, one] of entries.reverse()) pending.push([isList ? path : `${path}.${name}`, one])
    } else leaves.push({ path, text: leafText(inner) })
  }
  return leaves
}
