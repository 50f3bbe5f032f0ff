import type { ContactFilter } from '../../../src-shared/bridge/contacts'
import { Column } from './column'
import type { Columns } from './columns'
import { Dictionary } from './dictionary'
import { encodeFolded } from './encode'
import { instantSpan, instantTest } from './instant-filter'
import { passing } from './predicate'
import { RowSet } from './row-set'

/** Row sets kept: the words and filters of a few queries. 125 kB each for a million rows. */
const mostKept = 24

/** Which rows match a word of a search or a filter. Answers are kept until a contact changes. */
export class Matches {
  private readonly kept = new Map<string, RowSet>()
  private version = -1

  constructor(
    private readonly columns: Columns,
    private readonly live: RowSet,
  ) {}

  /** The rows in which the address or any value of data contains the folded word. */
  word(word: string, version: number): RowSet {
    return this.keep(`w${word}`, version, () => {
      const found = new RowSet(this.live.capacity)
      const needle = encodeFolded(word)
      for (const column of this.columns.searched()) {
        const flags = new Uint8Array(column.dictionary.size + 1)
        if (column.dictionary.heap.mark(needle, flags)) column.where(flags, this.live, found)
      }
      return found.and(this.live)
    })
  }

  filter(filter: ContactFilter, now: number, version: number): RowSet {
    const relative = filter.operator === 'within' || filter.operator === 'olderThan'
    const key = `f${relative ? now : ''}${JSON.stringify(filter)}`
    return this.keep(key, version, () => {
      const found = new RowSet(this.live.capacity)
      const column = this.columns.of(filter.field)
      if (column instanceof Column) column.where(passing(column.dictionary, filter, now), this.live, found)
      else if (column) {
        const span = instantSpan(filter, now)
        if (span) column.between(span.from, span.to, this.live, found)
        else column.where(instantTest(filter), this.live, found)
      } else if (passing(new Dictionary(true), filter, now)[0] === 1) return this.live.copy()
      return found.and(this.live)
    })
  }

  private keep(key: string, version: number, make: () => RowSet): RowSet {
    if (this.version !== version) {
      this.kept.clear()
      this.version = version
    }
    const made = this.kept.get(key) ?? make()
    this.kept.delete(key)
    this.kept.set(key, made)
    for (const other of this.kept.keys()) {
      if (this.kept.size <= mostKept) break
      this.kept.delete(other)
    }
    return made
  }

  memoryBytes(): number {
    let bytes = 0
    for (const set of this.kept.values()) bytes += set.words.byteLength
    return bytes
  }
}
