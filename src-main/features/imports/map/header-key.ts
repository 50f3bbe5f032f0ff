import { createHash } from 'node:crypto'

/**
 * The identity of a set of names, as text: the same for the same names in any order and case. Names that occur twice
 * count twice.
 */
export function headerKey(names: readonly string[]): string {
  const sorted = names.map(plainName).sort()
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

/** A name without what does not tell it apart: case, and spaces around and between. */
export function plainName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
