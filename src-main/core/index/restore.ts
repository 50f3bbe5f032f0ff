import { Column } from './column'
import { Columns } from './columns'
import type { Codes } from './codes'
import { PieceMissing, type ReadPiece, joinPieces } from './parts'
import { RowSet } from './row-set'
import { type SavedCodes, type SavedColumn, savedIndexSchema } from './saved'

/**
 * The columns and rows that save.ts saved; null where pieces are absent or of another format, and the index has to
 * be made anew.
 */
export function restoreIndex(read: ReadPiece): { columns: Columns; live: RowSet } | null {
  try {
    const [length] = new Uint32Array(joinPieces(read, 'length', 4))
    const header = Buffer.from(joinPieces(read, 'header', length ?? 0)).toString('utf8')
    const parsed = savedIndexSchema.safeParse(JSON.parse(header))
    if (!parsed.success) return null
    const saved = parsed.data
    const columns = new Columns()
    const live = new RowSet(0)
    live.words = new Uint32Array(joinPieces(read, 'live', saved.words * 4))
    columns.created.values = new Float64Array(joinPieces(read, 'created', saved.created * 8))
    columns.updated.values = new Float64Array(joinPieces(read, 'updated', saved.updated * 8))
    restoreColumn(read, 'email', saved.email, columns.email)
    restoreColumn(read, 'domain', saved.domain, columns.domain)
    restoreColumn(read, 'subscribed', saved.subscribed, columns.subscribed)
    restoreColumn(read, 'verdict', saved.verdict, columns.verdicts.class)
    columns.verdicts.at.values = new Float64Array(joinPieces(read, 'checked', saved.checked * 8))
    restoreCodes(read, 'grounds', saved.grounds, columns.verdicts.ground)
    saved.data.forEach(({ key, column }, index) => {
      const made = new Column(true)
      restoreColumn(read, `data${index}`, column, made)
      columns.data.kept.set(key, made)
    })
    restoreColumn(read, 'rest', saved.rest, columns.data.rest)
    columns.data.isCrowded = saved.others === null
    for (const key of saved.others ?? []) columns.data.others.add(key)
    return { columns, live }
  } catch (problem) {
    if (problem instanceof PieceMissing || problem instanceof SyntaxError) return null
    throw problem
  }
}

function restoreColumn(read: ReadPiece, name: string, saved: SavedColumn, into: Column): void {
  const bytes = (part: string, byteLength: number): ArrayBuffer =>
    joinPieces(read, `${name}/${part}`, byteLength)
  restoreCodes(read, `${name}/codes`, saved, into.codes)
  const { dictionary } = into
  const { heap, spellings } = dictionary
  heap.bytes = Buffer.from(bytes('text', saved.textBytes))
  heap.ends = new Uint32Array(bytes('ends', (saved.values + 1) * 4))
  heap.count = saved.values
  heap.seen = new Uint8Array(bytes('seen', 256))
  heap.signature.words = new Uint32Array(bytes('signature', saved.signature * 4))
  dictionary.tags = new Uint8Array(bytes('tags', saved.values + 1))
  dictionary.numbers = new Float64Array(bytes('numbers', saved.numbers * 8))
  spellings.codes = new Uint32Array(bytes('spelled', saved.spellings * 4))
  spellings.ends = new Uint32Array(bytes('spellingEnds', saved.spellings * 4))
  spellings.bytes = new Uint8Array(bytes('spellings', saved.spellingBytes))
  spellings.count = saved.spellings
}

function restoreCodes(read: ReadPiece, name: string, saved: SavedCodes, into: Codes): void {
  const bytes = joinPieces(read, name, saved.width === 0 ? saved.rows * 8 : saved.rows * saved.width)
  into.present = saved.present
  if (saved.width === 1) into.dense = new Uint8Array(bytes)
  else if (saved.width === 2) into.dense = new Uint16Array(bytes)
  else if (saved.width === 4) into.dense = new Uint32Array(bytes)
  else {
    const pairs = new Uint32Array(bytes)
    for (let at = 0; at < pairs.length; at += 2) into.sparse.set(pairs[at] ?? 0, pairs[at + 1] ?? 0)
  }
}
