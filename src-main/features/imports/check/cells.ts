/** Between cells of a chunk's text: with {@link rowEnd}, what ASCII has for this and nobody types. */
const cellEnd = '\u001f'
/** Between rows of a chunk's text. */
export const rowEnd = '\u001e'

/** A row as a line of a chunk's text; only as good as its cells are free of separators. */
export function lineOf(cells: readonly string[]): string {
  return cells.join(cellEnd)
}

/** Lines of {@link lineOf} as a chunk's text. `cells`: of all of them, where a cell may hold a separator; else null. */
export function packLines(lines: readonly string[], cells: number | null): string | null {
  const text = lines.join(rowEnd)
  if (cells === null) return text
  let separators = 0
  for (const letter of text) if (letter === cellEnd || letter === rowEnd) separators += 1
  return separators === cells - 1 ? text : null
}

/** Whether bytes of a file may hold a separator, whatever their encoding. */
export function mayHoldSeparators(bytes: Uint8Array): boolean {
  return bytes.includes(0x1f) || bytes.includes(0x1e)
}

/**
 * The rows of a chunk, still whole: {@link cellsOf} takes one apart. `format`: 0, cells and rows between separators; 1, JSON,
 * where a cell holds a separator.
 */
export function unpackRows(format: number, text: string): string[] {
  if (format === 0) return text.split(rowEnd)
  return (JSON.parse(text) as string[][]).map((row) => JSON.stringify(row))
}

/** The cells of a row of {@link unpackRows}. */
export function cellsOf(format: number, row: string): string[] {
  return format === 0 ? row.split(cellEnd) : (JSON.parse(row) as string[])
}

/** All rows of a chunk that is written as JSON. */
export function rowsOf(text: string): string[][] {
  return JSON.parse(text) as string[][]
}
