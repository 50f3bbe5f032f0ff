/** Between cells and between rows of a chunk's text: the separators that ASCII has for this and nobody types. */
const cellEnd = '\u001f'
const rowEnd = '\u001e'

/** How a chunk's text is written: 0, cells and rows between separators; 1, JSON, where a cell holds a separator. */
export type ChunkFormat = 0 | 1

/** Rows as the text of a chunk. */
export function packRows(rows: readonly (readonly string[])[]): { format: ChunkFormat; bytes: Buffer } {
  const lines: string[] = []
  let cells = 0
  for (const row of rows) {
    lines.push(row.join(cellEnd))
    cells += row.length === 0 ? 1 : row.length
  }
  const bytes = Buffer.from(lines.join(rowEnd), 'utf8')
  let separators = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === 0x1f || byte === 0x1e) separators += 1
  }
  if (separators === cells - 1) return { format: 0, bytes }
  return { format: 1, bytes: Buffer.from(JSON.stringify(rows), 'utf8') }
}

/** The rows of a chunk, still whole: {@link cellsOf} takes one apart. */
export function unpackRows(format: number, bytes: Buffer): string[] {
  const text = bytes.toString('utf8')
  if (format === 0) return text.split(rowEnd)
  return (JSON.parse(text) as string[][]).map((row) => JSON.stringify(row))
}

/** The cells of a row of {@link unpackRows}. */
export function cellsOf(format: number, row: string): string[] {
  return format === 0 ? row.split(cellEnd) : (JSON.parse(row) as string[])
}
