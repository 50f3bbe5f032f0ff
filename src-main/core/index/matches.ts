import type { ContactFilter } from '../../../src-shared/bridge/contacts'
import type { Steps } from '../database/session'
import { keepNewest } from '../keep-newest'
import { Column } from './column'
import type { Columns } from './columns'
import { Dictionary } from './dictionary'
import { encodeFolded } from './encode'
import { bytesWithRoom } from './growth'
import { instantSpan, instantTest } from './instant-filter'
import { isRelative, passing } from './predicate'
import { RowSet } from './row-set'

/** Row sets kept: the words and filters of a few queries. 125 kB each for a million rows. */
const mostKept = 24

const noFlags: Uint8Array = new Uint8Array(0)

/** A word that is looked for, and its rows once they are found. */
interface Looking {
  key: string
  version: number
  /** null during a step, so that what failed in one is not gone on with. */
  steps: Steps<RowSet> | null
  found: RowSet | null
}

/** Which rows match a word of a search or a filter. Answers are kept until a contact changes. */
export class Matches {
  private readonly kept = new Map<string, RowSet>()
  private version = -1
  /** The word that was asked for last, while it is looked for. */
  private looking: Looking | null = null
  /** Room for a flag a value, which is used again: to get and give back a megabyte for each search is felt. */
  private spare = noFlags

  constructor(
    private readonly columns: Columns,
    private readonly live: RowSet,
  ) {}

  /**
   * The rows in which the address or any value of data contains the folded word. It pauses, and answers nothing that anybody
   * may keep where contacts changed meanwhile: `version` tells. Who asks for a word that is being looked for shares the work,
   * and goes on with it where the other one stops: first rows and count are asked for at once.
   */
  *word(word: string, version: () => number): Steps<RowSet> {
    const [key, before] = [`w${word}`, version()]
    const kept = this.known(key, before)
    if (kept) return kept
    if (this.looking?.key !== key || this.looking.version !== before || !this.looking.steps) {
      this.looking = { key, version: before, steps: this.rowsWith(word), found: null }
    }
    const { looking } = this
    while (!looking.found) {
      const { steps } = looking
      if (!steps) return yield* this.word(word, version)
      looking.steps = null
      const step = steps.next()
      looking.steps = steps
      if (step.done === true) looking.found = step.value
      else yield
    }
    if (this.looking === looking) this.looking = null
    return version() === before ? this.keep(key, looking.found) : looking.found
  }

  private *rowsWith(word: string): Steps<RowSet> {
    const found = new RowSet(this.live.capacity)
    const needle = encodeFolded(word)
    let flags = this.spare
    this.spare = noFlags
    for (const column of [...this.columns.searched()]) {
      const { heap } = column.dictionary
      if (!heap.mayHold(needle)) continue
      flags = bytesWithRoom(flags, heap.count + 1)
      const own = flags.subarray(0, heap.count + 1).fill(0)
      if (yield* heap.marking(needle, own)) column.where(own, this.live, found)
      yield
    }
    this.spare = flags
    return found.and(this.live)
  }

  filter(filter: ContactFilter, now: number, version: number): RowSet {
    const key = `f${isRelative(filter) ? now : ''}${JSON.stringify(filter)}`
    return this.known(key, version) ?? this.keep(key, this.passing(filter, now))
  }

  private passing(filter: ContactFilter, now: number): RowSet {
    const found = new RowSet(this.live.capacity)
    const column = this.columns.of(filter.field)
    if (column instanceof Column) column.where(passing(column.dictionary, filter, now), this.live, found)
    else if (column) {
      const span = instantSpan(filter, now)
      if (span) column.between(span.from, span.to, this.live, found)
      else column.where(instantTest(filter, now), this.live, found)
    } else if (passing(new Dictionary(true), filter, now)[0] === 1) return this.live.copy()
    return found.and(this.live)
  }

  /** An answer of this version, which is used last of all from now on. */
  private known(key: string, version: number): RowSet | null {
    if (this.version !== version) {
      this.kept.clear()
      this.version = version
    }
    const found = this.kept.get(key)
    return found ? this.keep(key, found) : null
  }

  private keep(key: string, made: RowSet): RowSet {
    keepNewest(this.kept, key, made, mostKept)
    return made
  }

  memoryBytes(): number {
    let bytes = this.spare.length
    for (const set of this.kept.values()) bytes += set.words.byteLength
    return bytes
  }
}
