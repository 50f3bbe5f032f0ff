import type { Database, Statement } from 'better-sqlite3'
import { lineOf, packLines, unpackRows, cellsOf } from './cells'

/** A row as the file has it. */
export interface FileRow {
  /** From 1. */
  row: number
  /** The physical line it begins in, from 1. */
  line: number
  cells: string[]
}

interface StoredChunk {
  first: number
  format: number
  lines: Buffer
  text: string
}

interface Chunk {
  first: number
  /** Rows still whole; see {@link cellsOf}. */
  rows: string[]
  lines: Uint32Array
  format: number
}

/**
 * Characters of a chunk, roughly: a row more closes it. Longer texts would lie among what the engine keeps for long, and a
 * pass over all of them would leave a hundred megabytes behind.
 */
const chunkLength = 48_000

/** Rows of a chunk at most, so that the shortest rows too are found quickly. */
const chunkRows = 4096

/** Chunks kept taken apart: the ones a list shows, and the one before. */
const kept = 8

/** Chunks written at once: each transaction writes the pages that lead to its chunks besides. */
const atOnce = 16

/** What {@link ChunkWriter} writes of a chunk. */
type Packed = [generation: number, first: number, rows: number, format: number, lines: Buffer, text: string]

/** Writes the rows of a source into a new generation, chunk by chunk. */
export class ChunkWriter {
  /** Whether a cell may hold one of the separators of a chunk's text: each chunk is then looked through. */
  suspicious = false
  private readonly put: (chunks: readonly Packed[]) => void
  /** Chunks that are whole and not written yet. */
  private packed: Packed[] = []
  private readonly texts: string[] = []
  private readonly lines: number[] = []
  /** The rows themselves, while they are suspicious. */
  private rows: string[][] | null = null
  private length = 0
  private first = 1

  constructor(
    db: Database,
    private readonly generation: number,
  ) {
    const put: Statement<Packed> = db.prepare('INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?)')
    this.put = db.transaction((chunks: readonly Packed[]) => {
      for (const chunk of chunks) put.run(...chunk)
    })
  }

  /** Rows taken so far. */
  get count(): number {
    return this.first - 1 + this.texts.length
  }

  /** Takes a row. */
  add(cells: string[], line: number): void {
    if (this.suspicious && this.rows === null) {
      this.close()
      this.rows = []
    }
    const text = lineOf(cells)
    this.texts.push(text)
    this.lines.push(line)
    this.rows?.push(cells)
    this.length += text.length + 1
    if (this.length >= chunkLength || this.texts.length >= chunkRows) this.close()
    if (this.packed.length >= atOnce) this.write()
  }

  /** Writes what is left. */
  flush(): void {
    this.close()
    this.write()
  }

  private write(): void {
    const { packed } = this
    this.packed = []
    this.put(packed)
  }

  private close(): void {
    const { texts, rows } = this
    if (texts.length === 0) return
    const cells = rows === null ? null : rows.reduce((sum, row) => sum + Math.max(1, row.length), 0)
    const packed = packLines(texts, cells)
    const text = packed ?? JSON.stringify(rows)
    const lines = Buffer.from(Uint32Array.from(this.lines).buffer)
    this.packed.push([this.generation, this.first, texts.length, packed === null ? 1 : 0, lines, text])
    this.first += texts.length
    texts.length = 0
    this.lines.length = 0
    this.length = 0
    if (rows !== null) this.rows = []
  }
}

/** The rows of the current generation, by their numbers. */
export class Chunks {
  private readonly firsts: number[]
  private readonly rowids: number[]
  private readonly one: Statement<[number], StoredChunk>
  private readonly recent = new Map<number, Chunk>()
  /** How many rows there are. */
  readonly rows: number

  constructor(db: Database, generation: number) {
    const found = db
      .prepare<[number], [number, number, number]>(
        'SELECT rowid, first, rows FROM chunk WHERE generation = ? ORDER BY first',
      )
      .raw()
      .all(generation)
    this.rowids = found.map(([rowid]) => rowid)
    this.firsts = found.map(([, first]) => first)
    const last = found.at(-1)
    this.rows = last === undefined ? 0 : last[1] + last[2] - 1
    this.one = db.prepare('SELECT first, format, lines, text FROM chunk WHERE rowid = ?')
  }

  get count(): number {
    return this.rowids.length
  }

  chunkOf(row: number): number {
    let [low, high] = [0, this.firsts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.firsts[middle] ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The text of a chunk, as it is stored: for looking through all of them. */
  textOf(number: number): { first: number; format: number; text: string } {
    const stored = this.stored(number)
    return { first: stored.first, format: stored.format, text: stored.text }
  }

  /** A chunk by its number, from 0. `keep`: it will be asked for again. */
  get(number: number, keep = false): Chunk {
    const known = this.recent.get(number)
    if (known !== undefined) return known
    const { first, format, lines, text } = this.stored(number)
    const chunk: Chunk = { first, format, rows: unpackRows(format, text), lines: linesOf(lines) }
    if (keep) {
      this.recent.set(number, chunk)
      for (const oldest of this.recent.keys()) {
        if (this.recent.size <= kept) break
        this.recent.delete(oldest)
      }
    }
    return chunk
  }

  row(row: number): FileRow {
    const chunk = this.get(this.chunkOf(row), true)
    const at = row - chunk.first
    return { row, line: chunk.lines[at] ?? 0, cells: cellsOf(chunk.format, chunk.rows[at] ?? '') }
  }

  private stored(number: number): StoredChunk {
    const stored = this.one.get(this.rowids[number] ?? 0)
    if (stored === undefined) throw new Error(`The import has no chunk ${number}`)
    return stored
  }
}

function linesOf(bytes: Buffer): Uint32Array {
  // A blob need not lie at a multiple of four.
  const copy = new Uint8Array(bytes)
  return new Uint32Array(copy.buffer)
}
