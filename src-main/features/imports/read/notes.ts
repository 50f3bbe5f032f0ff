import type { MessageKey } from '../../../../src-shared/messages/message'
import { tell, toKeepWorded, type ToldSentence } from '../../../../src-shared/messages/told'
import type { ReadNote } from '../../../../src-shared/bridge/import-file'

/** Something that is counted while a file is read, and the line where it was first met. */
export class Tally {
  count = 0
  line: number | null = null

  /** @param line From 1. */
  add(line: number, count = 1): void {
    this.count += count
    this.line ??= line
  }

  /** The note, where there is something to note, in kept words: `one` where it was counted once. */
  note(
    code: ReadNote['code'],
    [one, many]: readonly [MessageKey, MessageKey],
    values: ToldSentence['values'] = {},
  ): ReadNote[] {
    const { count, line } = this
    if (count === 0) return []
    return [{ code, sentence: toKeepWorded(count === 1 ? one : many, { n: count, ...values }), count, line }]
  }

  /** The note under a heading beside which the count stands. */
  titled(code: ReadNote['code'], title: MessageKey, sentence = ''): ReadNote[] {
    const { count, line } = this
    return count === 0 ? [] : [{ code, title: toKeepWorded(title), sentence, count, line }]
  }
}

/** All that is counted while rows are read. */
export class ReadTallies {
  readonly short = new Tally()
  readonly long = new Tally()
  readonly nuls = new Tally()
  readonly lost = new Tally()
  readonly garbled = new Tally()
  readonly empty = new Tally()
  readonly title = new Tally()
  readonly faults = { long_cell: new Tally(), long_row: new Tally(), many_cells: new Tally() }

  /** @param facts What is known only at the end. */
  notes(facts: {
    rows: number
    header: boolean
    names: readonly string[]
    width: number
    unclosed: { count: number; line: number }
    encoding: string
  }): ReadNote[] {
    const { rows, names, width, unclosed } = facts
    const unclosedTally = new Tally()
    if (unclosed.count > 0) unclosedTally.add(unclosed.line, unclosed.count)
    return [
      ...(rows === 0 ? [noRows(facts.header && names.length > 0)] : []),
      ...this.title.note('title_rows', ['imports.notes.theRowAboveThe', 'imports.notes.theNRowsAbove']),
      ...unclosedTally.note('unclosed_quote', [
        'imports.notes.aQuoteWasOpened',
        'imports.notes.nQuotesWereOpened',
      ]),
      ...this.short.note('ragged_rows', ['imports.notes.oneRowHasFewer', 'imports.notes.nRowsHaveFewer']),
      ...this.long.note('ragged_rows', ['imports.notes.oneRowHasMore', 'imports.notes.nRowsHaveMore'], {
        extraNames: extraNames(names, width),
      }),
      ...this.lost.note(
        'undecodable_bytes',
        ['imports.notes.oneCharacterCannotBe', 'imports.notes.nCharactersCannotBe'],
        { encoding: facts.encoding },
      ),
      ...this.garbled.note('mojibake', ['imports.notes.theLettersOfOne', 'imports.notes.theLettersOfN']),
      ...this.nuls.note('nul_bytes', ['imports.notes.oneNulByteWas', 'imports.notes.nNulBytesWere']),
      ...this.empty.note('empty_rows', ['imports.notes.oneEmptyRowWas', 'imports.notes.nEmptyRowsWere']),
      ...faultNotes(this.faults),
      ...sameNames(facts.header ? names.slice(0, width) : []),
    ]
  }
}

function noRows(header: boolean): ReadNote {
  const sentence = toKeepWorded(header ? 'imports.notes.theFileHasA' : 'imports.notes.theFileIsEmpty')
  return { code: 'no_rows', sentence, count: 0, line: null }
}

/** The notes on rows that are too large. */
function faultNotes(faults: ReadTallies['faults']): ReadNote[] {
  return [
    ...faults.long_cell.note('long_cells', ['imports.notes.oneRowHasA', 'imports.notes.nRowsHaveA']),
    ...faults.long_row.note('long_cells', ['imports.notes.oneRowIsLonger', 'imports.notes.nRowsAreLonger']),
    ...faults.many_cells.note('many_columns', [
      'imports.notes.oneRowHasMore2',
      'imports.notes.nRowsHaveMore2',
    ]),
  ]
}

function extraNames(names: readonly string[], width: number): string | ToldSentence {
  const extra = names.slice(width)
  if (extra.length < 2) return extra.join()
  const ends = { first: extra[0] ?? '', last: extra.at(-1) ?? '' }
  return tell(extra.length === 2 ? 'imports.notes.firstAndLast' : 'imports.notes.firstToLast', ends)
}

function sameNames(names: readonly string[]): ReadNote[] {
  const seen = new Map<string, string>()
  const twice = new Set<string>()
  for (const name of names) {
    const key = name.toLowerCase()
    const first = seen.get(key)
    if (first === undefined) seen.set(key, name)
    else twice.add(first)
  }
  if (twice.size === 0) return []
  const shown = [...twice].slice(0, 3).map((name) => `"${name.slice(0, 60)}"`)
  const more = twice.size - shown.length
  const sentence = toKeepWorded('imports.notes.severalColumnsHaveThe', { join: shown.join(', '), more })
  return [{ code: 'same_names', sentence, count: twice.size, line: 1 }]
}
