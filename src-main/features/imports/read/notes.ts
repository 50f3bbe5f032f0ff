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
    return [{ code, sentence: sentence(count.toLocaleString('en-US'), count === 1), count, line }]
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
        one
          ? 'The row above the first was left out, as a title.'
          : `The ${n} rows above the first were left out, as a title.`,
      ),
      ...unclosedTally.note('unclosed_quote', (n, one) =>
        one
          ? 'A quote was opened and never closed. It was taken for text, and its row is a reject unless you repair it.'
          : `${n} quotes were opened and never closed. They were taken for text, and their rows are rejects unless you repair them.`,
      ),
      ...this.short.note('ragged_rows', (n, one) =>
        one
          ? 'One row has fewer cells than the first. What is missing is empty.'
          : `${n} rows have fewer cells than the first. What is missing is empty.`,
      ),
      ...this.long.note('ragged_rows', (n, one) =>
        one
          ? `One row has more cells than the first. They are in ${extraNames(names, width)}.`
          : `${n} rows have more cells than the first. They are in ${extraNames(names, width)}.`,
      ),
      ...this.lost.note('undecodable_bytes', (n, one) =>
        one
          ? `One character cannot be read as ${facts.encoding} and shows as \ufffd. Another encoding may fit.`
          : `${n} characters cannot be read as ${facts.encoding} and show as \ufffd. Another encoding may fit.`,
      ),
      ...this.garbled.note('mojibake', (n, one) =>
        one
          ? 'The letters of one cell were garbled before the file was written, as in "JosÃ©" for "José".'
          : `The letters of ${n} cells were garbled before the file was written, as in "JosÃ©" for "José".`,
      ),
      ...this.nuls.note('nul_bytes', (n, one) =>
        one ? 'One NUL byte was left out.' : `${n} NUL bytes were left out.`,
      ),
      ...this.empty.note('empty_rows', (n, one) =>
        one ? 'One empty row was skipped.' : `${n} empty rows were skipped.`,
      ),
      ...faultNotes(this.faults),
      ...sameNames(facts.header ? names.slice(0, width) : []),
    ]
  }
}

function noRows(header: boolean): ReadNote {
  const sentence = header ? 'The file has a header and no rows below it.' : 'The file is empty.'
  return { code: 'no_rows', sentence, count: 0, line: null }
}

/** The notes on rows that are too large. */
function faultNotes(faults: ReadTallies['faults']): ReadNote[] {
  return [
    ...faults.long_cell.note('long_cells', (n, one) =>
      one
        ? 'One row has a cell longer than 1 MB. It cannot be imported.'
        : `${n} rows have a cell longer than 1 MB. They cannot be imported.`,
    ),
    ...faults.long_row.note('long_cells', (n, one) =>
      one
        ? 'One row is longer than 10 MB. It cannot be imported.'
        : `${n} rows are longer than 10 MB. They cannot be imported.`,
    ),
    ...faults.many_cells.note('many_columns', (n, one) =>
      one
        ? 'One row has more than 10,000 cells. It cannot be imported.'
        : `${n} rows have more than 10,000 cells. They cannot be imported.`,
    ),
  ]
}

function extraNames(names: readonly string[], width: number): string {
  const extra = names.slice(width)
  return extra.length < 3 ? extra.join(' and ') : `${extra[0]} to ${extra.at(-1)}`
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
  const more = twice.size > shown.length ? ` and ${twice.size - shown.length} more` : ''
  const sentence = `Several columns have the name ${shown.join(', ')}${more}.`
  return [{ code: 'same_names', sentence, count: twice.size, line: 1 }]
}
