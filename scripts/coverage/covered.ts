import path from 'node:path'

/** A place in a source: line from 1, column from 0, as source maps count. */
export interface Place {
  line: number
  column: number
}

/** What runs told of the project's sources: at which places there is code, and at which of them it ran. */
export class Covered {
  readonly #files = new Map<string, Map<number, Map<number, number>>>()
  /** By the number of a place: whether what is there ran. */
  readonly #ran: boolean[] = []

  /** `root`: the project's folder. */
  constructor(readonly root: string) {}

  /** The number of a place where code of a file begins; null for a file outside of src-*. */
  place(file: string, { line, column }: Place): number | null {
    const name = path.relative(this.root, file)
    if (!name.startsWith('src-')) return null
    const lines = entry(this.#files, name, () => new Map<number, Map<number, number>>())
    const columns = entry(lines, line, () => new Map<number, number>())
    return entry(columns, column, () => this.#ran.push(false) - 1)
  }

  /** Notes that the code at a place ran. */
  ranAt(place: number): void {
    this.#ran[place] = true
  }

  /**
   * Whether something from `start` to `end` ran; null where no code is known there. What is within a statement runs only once that
   * has begun, and vitest and source maps say of different words of it where it begins.
   */
  ranIn(name: string, start: Place, end: Place): boolean | null {
    const lines = this.#files.get(name)
    let isKnown = false
    for (let line = start.line; line <= end.line; line += 1) {
      const from = line === start.line ? start.column : 0
      const to = line === end.line ? end.column : Infinity
      for (const [column, place] of lines?.get(line) ?? []) {
        if (column < from || column >= to) continue
        if (this.#ran[place] === true) return true
        isKnown = true
      }
    }
    return isKnown ? false : null
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
