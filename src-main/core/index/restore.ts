import type { Steps } from '../database/session'
import { Column } from './column'
import { Columns } from './columns'
import type { Codes } from './codes'
import { PieceMissing, PieceReader, type ReadPiece } from './parts'
import { RowSet } from './row-set'
import { type SavedCodes, type SavedColumn, savedIndexSchema } from './saved'

/**
 * The columns and rows that save.ts saved; null where pieces are absent or of another format, and the index has to
 * be made anew.
 */
export function* restoreIndex(read: ReadPiece): Steps<{ columns: Columns; live: RowSet } | null> {
  const pieces = new PieceReader(read)
  try {
    const [length] = new Uint32Array(yield* pieces.join('length', 4))
    const header = Buffer.from(yield* pieces.join('header', length ?? 0)).toString('utf8')
    const parsed = savedIndexSchema.safeParse(JSON.parse(header))
    if (!parsed.success) return null
    const saved = parsed.data
    const columns = new Columns()
    const live = new RowSet(0)
    live.words = new Uint32Array(yield* pieces.join('live', saved.words * 4))
    columns.created.values = new Float64Array(yield* pieces.join('created', saved.created * 8))
    columns.updated.values = new Float64Array(yield* pieces.join('updated', saved.updated * 8))
    yield* restoreColumn(pieces, 'email', saved.email, columns.email)
    yield* restoreColumn(pieces, 'domain', saved.domain, columns.domain)
    yield* restoreColumn(pieces, 'subscribed', saved.subscribed, columns.subscribed)
    yield* restoreColumn(pieces, 'verdict', saved.verdict, columns.verdicts.class)
    columns.verdicts.at.values = new Float64Array(yield* pieces.join('checked', saved.checked * 8))
    yield* restoreCodes(pieces, 'grounds', saved.grounds, columns.verdicts.ground)
    for (const [index, { key, column }] of saved.data.entries()) {
      const made = new Column(true)
      yield* restoreColumn(pieces, `data${index}`, column, made)
      columns.data.kept.set(key, made)
    }
    yield* restoreColumn(pieces, 'rest', saved.rest, columns.data.rest)
    columns.data.isCrowded = saved.others === null
    for (const key of saved.others ?? []) columns.data.others.add(key)
    return { columns, live }
  } catch (problem) {
    if (problem instanceof PieceMissing || problem instanceof SyntaxError) return null
    throw problem
  }
}

function* restoreColumn(pieces: PieceReader, name: string, saved: SavedColumn, into: Column): Steps<void> {
  const bytes = (part: string, byteLength: number) => pieces.join(`${name}/${part}`, byteLength)
  yield* restoreCodes(pieces, `${name}/codes`, saved, into.codes)
  const { dictionary } = into
  const { heap, spellings } = dictionary
  heap.lengthen(saved.textBytes)
  yield* pieces.fill(`${name}/text`, heap.bytes.subarray(0, saved.textBytes))
  heap.ends = new Uint32Array(yield* bytes('ends', (saved.values + 1) * 4))
  heap.count = saved.values
  heap.seen = new Uint8Array(yield* bytes('seen', 256))
  heap.signature.words = new Uint32Array(yield* bytes('signature', saved.signature * 4))
  dictionary.tags = new Uint8Array(yield* bytes('tags', saved.values + 1))
  dictionary.numbers = new Float64Array(yield* bytes('numbers', saved.numbers * 8))
  spellings.codes = new Uint32Array(yield* bytes('spelled', saved.spellings * 4))
  spellings.ends = new Uint32Array(yield* bytes('spellingEnds', saved.spellings * 4))
  spellings.bytes = new Uint8Array(yield* bytes('spellings', saved.spellingBytes))
  spellings.count = saved.spellings
}

function* restoreCodes(pieces: PieceReader, name: string, saved: SavedCodes, into: Codes): Steps<void> {
  const bytes = yield* pieces.join(name, saved.width === 0 ? saved.rows * 8 : saved.rows * saved.width)
  into.present = saved.present
  if (saved.width === 1) into.dense = new Uint8Array(bytes)
  else if (saved.width === 2) into.dense = new Uint16Array(bytes)
  else if (saved.width === 4) into.dense = new Uint32Array(bytes)
  else {
    const pairs = new Uint32Array(bytes)
    for (let at = 0; at < pairs.length; at += 2) into.sparse.set(pairs[at] ?? 0, pairs[at + 1] ?? 0)
  }
}
