import type { IndexPart } from './api'
import type { Codes } from './codes'
import type { Column } from './column'
import type { Columns } from './columns'
import { piecesOf } from './parts'
import type { RowSet } from './row-set'
import { type SavedCodes, type SavedColumn, type SavedIndex, savedFormat } from './saved'

/** Saves everything that is slow to make again; orders and found rows are made anew when asked for. */
export function* saveIndex(columns: Columns, live: RowSet): Generator<IndexPart> {
  const { created, updated, verdicts } = columns
  const saved: SavedIndex = {
    format: savedFormat,
    words: live.words.length,
    created: created.values.length,
    updated: updated.values.length,
    email: describe(columns.email),
    domain: describe(columns.domain),
    subscribed: describe(columns.subscribed),
    verdict: describe(verdicts.class),
    checked: verdicts.at.values.length,
    grounds: describeCodes(verdicts.ground),
    data: Array.from(columns.data.kept, ([key, column]) => ({ key, column: describe(column) })),
    rest: describe(columns.data.rest),
    others: columns.data.isCrowded ? null : [...columns.data.others],
  }
  const header = new Uint8Array(Buffer.from(JSON.stringify(saved), 'utf8'))
  yield* piecesOf('live', live.words)
  yield* piecesOf('created', created.values)
  yield* piecesOf('updated', updated.values)
  yield* saveColumn('email', columns.email)
  yield* saveColumn('domain', columns.domain)
  yield* saveColumn('subscribed', columns.subscribed)
  yield* saveColumn('verdict', verdicts.class)
  yield* piecesOf('checked', verdicts.at.values)
  yield* saveCodes('grounds', verdicts.ground)
  let index = 0
  for (const column of columns.data.kept.values()) yield* saveColumn(`data${index++}`, column)
  yield* saveColumn('rest', columns.data.rest)
  yield* piecesOf('length', new Uint32Array([header.length]))
  yield* piecesOf('header', header)
}

function describe({ codes, dictionary }: Column): SavedColumn {
  const { heap, spellings } = dictionary
  return {
    ...describeCodes(codes),
    values: heap.count,
    textBytes: heap.used,
    signature: heap.signature.words.length,
    numbers: Math.min(dictionary.numbers.length, heap.count + 1),
    spellings: spellings.count,
    spellingBytes: spellings.used,
  }
}

function describeCodes(codes: Codes): SavedCodes {
  return {
    width: codes.dense ? codes.dense.BYTES_PER_ELEMENT : 0,
    rows: codes.dense ? codes.dense.length : codes.sparse.size,
    present: codes.present,
  }
}

function* saveCodes(name: string, codes: Codes): Generator<IndexPart> {
  if (codes.dense) yield* piecesOf(name, codes.dense)
  else yield* piecesOf(name, Uint32Array.from([...codes.sparse].flat()))
}

function* saveColumn(name: string, { codes, dictionary }: Column): Generator<IndexPart> {
  const { heap, spellings } = dictionary
  yield* saveCodes(`${name}/codes`, codes)
  yield* piecesOf(`${name}/text`, heap.bytes.subarray(0, heap.used))
  yield* piecesOf(`${name}/ends`, heap.ends.subarray(0, heap.count + 1))
  yield* piecesOf(`${name}/seen`, heap.seen)
  yield* piecesOf(`${name}/signature`, heap.signature.words)
  yield* piecesOf(`${name}/tags`, dictionary.tags.subarray(0, heap.count + 1))
  yield* piecesOf(`${name}/numbers`, dictionary.numbers.subarray(0, heap.count + 1))
  yield* piecesOf(`${name}/spelled`, spellings.codes.subarray(0, spellings.count))
  yield* piecesOf(`${name}/spellingEnds`, spellings.ends.subarray(0, spellings.count))
  yield* piecesOf(`${name}/spellings`, spellings.bytes.subarray(0, spellings.used))
}
