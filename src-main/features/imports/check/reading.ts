import { tell } from '../../../../src-shared/messages/told'
import type { ImportColumn, Reading } from '../../../../src-shared/bridge/import-file'
import { problem } from '../../../core/problems'
import { proposeColumns } from '../map/propose-columns'
import type { RowBatch, Source, TableFindings } from '../read/api'
import { openFile, openText } from '../read/source'
import { openTable } from '../read/table'
import type { ImportSource, ReadResult } from '../rows'
import { mayHoldSeparators } from './cells'
import { ChunkWriter } from './chunks'
import type { ContactsReader } from './copy'
import { ofImport } from './import-file'
import type { Pace } from './pace'
import { list, type ImportFileStore } from './store'

/** Rows that are looked at to say where columns go; fewer where that would be more cells than this, at least ten. */
const lookedAt = { rows: 1000, cells: 200_000, least: 10 }

/** Rows of one import at most: what is told about each must fit in memory, some 50 bytes a row. */
const mostRows = 5_000_000

interface ReadParts {
  store: ImportFileStore
  copy: ContactsReader
  /** Throws away what was made of the rows before. */
  forget(): void
}

/**
 * Reads a source in, as `reading` says or as is found out, in place of what was read before. A pasted text is stored
 * first. Where this does not come to its end, what was read before stays. `source` null: the one read last.
 */
export async function read(
  parts: ReadParts,
  { source, reading }: { source: ImportSource | null; reading: Reading | null },
  pace: Pace,
  signal: AbortSignal,
): Promise<ReadResult> {
  const { store } = parts
  refuseWritten(store)
  if (source !== null) keepSource(store, source)
  const opened = await openSource(store)
  try {
    return await readIn(parts, opened, reading, pace, signal)
  } finally {
    await opened.source.close()
  }
}

function refuseWritten(store: ImportFileStore): void {
  if (!store.items.isBegun(list)) return
  throw problem('input_invalid', {
    why: tell('imports.reading.rowsOfThisImport'),
    action: tell('imports.reading.startAnotherImport'),
  })
}

/** Stores where the bytes come from, before anything of them is read: what was pasted is nowhere else. */
export function keepSource(store: ImportFileStore, source: ImportSource): void {
  refuseWritten(store)
  store.write(
    () => {
      store.db.exec('DELETE FROM pasted')
      if (source.kind === 'text') store.db.prepare('INSERT INTO pasted VALUES (1, ?)').run(source.text)
      store.setFact('source', source.kind === 'text' ? { kind: 'text' } : source)
    },
    { durable: true },
  )
}

async function openSource(store: ImportFileStore): Promise<{ source: Source; name: string }> {
  const known = store.fact('source')
  if (known === null) {
    throw problem('input_invalid', {
      why: tell('imports.checking.noFileWasRead'),
      action: tell('imports.checking.chooseAFileFirst'),
    })
  }
  if (known.kind === 'file') return { source: await openFile(known.path), name: known.path }
  const text = store.db.prepare<[], string>('SELECT text FROM pasted').pluck().get() ?? ''
  return { source: openText(text), name: '' }
}

async function readIn(
  { store, copy, forget }: ReadParts,
  { source, name }: { source: Source; name: string },
  wanted: Reading | null,
  pace: Pace,
  signal: AbortSignal,
): Promise<ReadResult> {
  const generation = (store.fact('read')?.generation ?? 0) + 1
  const writer = new ChunkWriter(store.db, generation)
  const watch = (bytes: Uint8Array) => {
    if (!writer.suspicious && mayHoldSeparators(bytes)) writer.suspicious = true
  }
  const path = name === '' ? null : name
  const table = await openTable({ source, name, path, wanted, signal, watch })
  // What the cells of a sheet hold is not known before its rows are.
  if (table.isSheet) writer.suspicious = true
  const looked: string[][] = []
  const take = async (batch: RowBatch): Promise<void> => {
    try {
      keep(store, writer, generation, batch, looked)
    } catch (error) {
      throw ofImport(error)
    }
    await pace.step({ what: 'reading', done: batch.bytes, total: source.size })
  }
  try {
    const found = await table.read(take, signal)
    const columns = proposeColumns(
      found.end.names,
      looked,
      copy.read((open) => open.dataKeys()),
    )
    return store.write(
      () => {
        writer.flush()
        return settle(store, { ...found, generation, columns })
      },
      { durable: true, counts: true },
    )
  } finally {
    table.close()
    // Also after a failure: what was half read goes, what was read before is there again.
    store.write(() => store.sweep(store.fact('read')?.generation ?? 0))
    store.reload()
    forget()
  }
}

function keep(
  store: ImportFileStore,
  writer: ChunkWriter,
  generation: number,
  batch: RowBatch,
  sample: string[][],
): void {
  const first = writer.count + 1
  if (writer.count + batch.rows.length > mostRows) {
    throw problem('input_invalid', {
      title: tell('imports.reading.theFileIsToo'),
      why: tell('imports.reading.anImportTakesMostrows', { mostRows }),
      action: tell('imports.reading.splitTheFileAnd'),
    })
  }
  const wanted = Math.floor(lookedAt.cells / Math.max(1, batch.rows[0]?.length ?? 1))
  const most = Math.max(lookedAt.least, Math.min(lookedAt.rows, wanted))
  batch.rows.forEach((cells, at) => {
    if (sample.length < most) sample.push(cells)
    writer.add(cells, batch.lines[at] ?? 0)
  })
  if (batch.faults.length === 0) return
  const put = store.db.prepare('INSERT OR IGNORE INTO row_fault VALUES (?, ?, ?, ?)')
  for (const { index, code, sentence } of batch.faults) put.run(generation, first + index, code, sentence)
}

/** Within the transaction that makes a new generation the current one: what was said about the rows before is void. */
function settle(
  store: ImportFileStore,
  found: TableFindings & { generation: number; columns: ImportColumn[] },
): ReadResult {
  const { generation, reading, detected, workbook, end, columns } = found
  const { names, notes, rows, bytes } = end
  store.db.exec('DELETE FROM edit; DELETE FROM state; DELETE FROM verdict')
  store.setFact('read', { generation, reading, detected, notes, names, rows, bytes })
  store.setFact('columns', columns)
  store.setFact('checked', null)
  return { reading, detected, workbook, notes, rows, bytes, columns }
}
