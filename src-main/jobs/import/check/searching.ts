import { fold, searchWords } from '../../../cache/index/fold'
import { copyOf } from '../read/characters'
import { cellsOf } from './cells'
import type { Pace } from './pace'
import type { Sheet } from './sheet'

const beyondAscii = /[^\x00-\x7f]+/g
const rowEnd = '\u001e'

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
 * they are accented and written; in the order of the file.
 */
export async function search(sheet: Sheet, text: string, pace: Pace): Promise<Int32Array> {
  const words = searchWords(text)
  const { chunks, edits } = sheet.store
  const found: number[] = []
  const state = sheet.tools().state
  for (let number = 0; number < chunks.count; number += 1) {
    const { first, format, text: whole } = chunks.textOf(number)
    const before = found.length
    if (format === 0) inChunk(foldText(whole), words, first, found)
    else {
      const rows = JSON.parse(whole) as string[][]
      rows.forEach((cells, at) => {
        const folded = cells.map(foldText).join('\n')
        if (words.every((word) => folded.includes(word))) found.push(first + at)
      })
    }
    if (!edits.isEmpty) withRepaired(sheet, number, words, found, before)
    await pace.step({ what: 'checking', done: first, total: state.rows })
  }
  return Int32Array.from(found)
}

/** Looks for the rarest thing first: the text of a whole chunk is looked through for the first word only. */
function inChunk(folded: string, words: string[], first: number, found: number[]): void {
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
function withRepaired(sheet: Sheet, number: number, words: string[], found: number[], before: number): void {
  const { chunks, edits } = sheet.store
  const { state } = sheet.tools()
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
