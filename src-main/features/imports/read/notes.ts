import { spokenTag, t } from '../../../../src-shared/messages/message'
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

  /** The note, where there is something to note. */
  note(code: ReadNote['code'], sentence: (count: string, one: boolean) => string): ReadNote[] {
    if (this.count === 0) return []
    const { count, line } = this
    return [{ code, sentence: sentence(count.toLocaleString(spokenTag()), count === 1), count, line }]
  }

  /** The note under a heading beside which the count stands. */
  titled(code: ReadNote['code'], title: string, sentence = ''): ReadNote[] {
    return this.count === 0 ? [] : [{ code, title, sentence, count: this.count, line: this.line }]
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
      ...this.title.note('title_rows', (n, one) =>
        one ? t('imports.notes.theRowAboveThe') : t('imports.notes.theNRowsAbove', { n }),
      ),
      ...unclosedTally.note('unclosed_quote', (n, one) =>
        one ? t('imports.notes.aQuoteWasOpened') : t('imports.notes.nQuotesWereOpened', { n }),
      ),
      ...this.short.note('ragged_rows', (n, one) =>
        one ? t('imports.notes.oneRowHasFewer') : t('imports.notes.nRowsHaveFewer', { n }),
      ),
      ...this.long.note('ragged_rows', (n, one) =>
        one
          ? t('imports.notes.oneRowHasMore', { extraNames: extraNames(names, width) })
          : t('imports.notes.nRowsHaveMore', { n, extraNames: extraNames(names, width) }),
      ),
      ...this.lost.note('undecodable_bytes', (n, one) =>
        one
          ? t('imports.notes.oneCharacterCannotBe', { encoding: facts.encoding })
          : t('imports.notes.nCharactersCannotBe', { n, encoding: facts.encoding }),
      ),
      ...this.garbled.note('mojibake', (n, one) =>
        one ? t('imports.notes.theLettersOfOne') : t('imports.notes.theLettersOfN', { n }),
      ),
      ...this.nuls.note('nul_bytes', (n, one) =>
        one ? t('imports.notes.oneNulByteWas') : t('imports.notes.nNulBytesWere', { n }),
      ),
      ...this.empty.note('empty_rows', (n, one) =>
        one ? t('imports.notes.oneEmptyRowWas') : t('imports.notes.nEmptyRowsWere', { n }),
      ),
      ...faultNotes(this.faults),
      ...sameNames(facts.header ? names.slice(0, width) : []),
    ]
  }
}

function noRows(header: boolean): ReadNote {
  const sentence = header ? t('imports.notes.theFileHasA') : t('imports.notes.theFileIsEmpty')
  return { code: 'no_rows', sentence, count: 0, line: null }
}

/** The notes on rows that are too large. */
function faultNotes(faults: ReadTallies['faults']): ReadNote[] {
  return [
    ...faults.long_cell.note('long_cells', (n, one) =>
      one ? t('imports.notes.oneRowHasA') : t('imports.notes.nRowsHaveA', { n }),
    ),
    ...faults.long_row.note('long_cells', (n, one) =>
      one ? t('imports.notes.oneRowIsLonger') : t('imports.notes.nRowsAreLonger', { n }),
    ),
    ...faults.many_cells.note('many_columns', (n, one) =>
      one ? t('imports.notes.oneRowHasMore2') : t('imports.notes.nRowsHaveMore2', { n }),
    ),
  ]
}

function extraNames(names: readonly string[], width: number): string {
  const extra = names.slice(width)
  if (extra.length < 2) return extra.join()
  const ends = { first: extra[0], last: extra.at(-1) }
  return extra.length === 2 ? t('imports.notes.firstAndLast', ends) : t('imports.notes.firstToLast', ends)
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
  const sentence = t('imports.notes.severalColumnsHaveThe', { join: shown.join(', '), more })
  return [{ code: 'same_names', sentence, count: twice.size, line: 1 }]
}
