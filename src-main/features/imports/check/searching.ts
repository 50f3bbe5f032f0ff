import { fold } from '../../../../src-shared/fold'
import { copyOf } from '../read/characters'
import { cellsOf, rowEnd, rowsOf } from './cells'
import type { Chunks } from './chunks'
import type { Edits } from './edits'
import type { CheckedRows } from './checked-rows'

const beyondAscii = /[^\x00-\x7f]+/g

/** Folded pieces that are not ASCII, most of which come again. */
const pieces = new Map<string, string>()

/** Folds a long text: ASCII at once, the few other letters piece by piece. */
function foldText(text: string): string {
  return text.toLowerCase().replace(beyondAscii, (piece) => {
    const known = pieces.get(piece)
    if (known !== undefined) return known
    const folded = fold(piece)
    if (pieces.size < 20_000) pieces.set(copyOf(piece), folded)
    return folded
  })
}

/**
 * The rows that have every word of a search in their cells, as the file has them or as a person repaired them, however
 * they are accented and written; in the order of the file. They are found chunk by chunk.
 */
export class Search {
  /** Rows found so far. */
  readonly found: number[] = []
  private next = 0
  private readonly chunks: Chunks
  private readonly edits: Edits
  private readonly editCount: number

  /** @param words Folded, at least one. */
  constructor(
    private readonly checked: CheckedRows,
    private readonly words: readonly string[],
  ) {
    const { chunks, edits } = checked.store
    this.chunks = chunks
    this.edits = edits
    this.editCount = edits.count
  }

  /** Whether the cells are still what was looked through: a run changes none of them. */
  get isCurrent(): boolean {
    const { chunks, edits } = this.checked.store
    return chunks === this.chunks && edits === this.edits && edits.count === this.editCount
  }

  /** Whether every chunk was looked through. */
  get isDone(): boolean {
    return this.next >= this.chunks.count
  }

  /** Looks the next chunk through. */
  goOn(): void {
    if (this.isDone) return
    const { checked, chunks, edits, words, found, next: number } = this
    const { first, format, text: whole } = chunks.textOf(number)
    const before = found.length
    if (format === 0) inChunk(foldText(whole), words, first, found)
    else {
      rowsOf(whole).forEach((cells, at) => {
        const folded = cells.map(foldText).join('\n')
        if (words.every((word) => folded.includes(word))) found.push(first + at)
      })
    }
    if (edits.count > 0) withRepaired(checked, number, words, found, before)
    this.next += 1
  }
}

/** Looks for the rarest thing first: the text of a whole chunk is looked through for the first word only. */
function inChunk(folded: string, words: readonly string[], first: number, found: number[]): void {
  const [word = '', ...others] = words
  let row = first
  let start = 0
  for (let at = folded.indexOf(word); at >= 0;) {
    for (let end = folded.indexOf(rowEnd, start); end >= 0 && end < at; end = folded.indexOf(rowEnd, start)) {
      start = end + 1
      row += 1
    }
    const end = folded.indexOf(rowEnd, at)
    const line = others.length === 0 ? '' : folded.slice(start, end < 0 ? undefined : end)
    if (others.every((other) => line.includes(other))) found.push(row)
    if (end < 0) return
    start = end + 1
    row += 1
    at = folded.indexOf(word, start)
  }
}

/** Rows whose cells are others by now are looked at as they are now. */
function withRepaired(
  checked: CheckedRows,
  number: number,
  words: readonly string[],
  found: number[],
  before: number,
): void {
  const { chunks, edits } = checked.store
  const { state } = checked.tools()
  const chunk = chunks.get(number)
  const inFile = new Set(found.splice(before))
  chunk.rows.forEach((whole, at) => {
    const row = chunk.first + at
    let matches = inFile.has(row)
    if ((state.repaired[row] ?? 0) > 0) {
      const cells = cellsOf(chunk.format, whole).map((cell, index) => edits.apply(row, index, cell).text)
      const folded = cells.map(foldText).join('\n')
      matches ||= words.every((word) => folded.includes(word))
    }
    if (matches) found.push(row)
  })
}
