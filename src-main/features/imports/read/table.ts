import type { Reading } from '../../../../src-shared/bridge/import-file'
import { isRejectsHeader, unguarded } from '../../../../src-shared/rejects'
import type { RowBatch, Source, TableFindings } from './api'
import { detectReading } from './detect'
import { readRows } from './read-rows'
import { readWorkbook } from './workbook/read-workbook'
import type { Workbook } from './workbook/sheet'
import { isPacked, openWorkbook } from './workbook/workbook'

/** Rows that are to be read, whatever the file is: a text, or a sheet of a workbook. */
export interface RowTable {
  isSheet: boolean
  /** Hands on the rows, free of the guards that a rejects file of ours has. Rejects as `readRows` and `readWorkbook` do. */
  read(take: (batch: RowBatch) => void | Promise<void>, signal: AbortSignal): Promise<TableFindings>
  close(): void
}

interface TableAsked {
  source: Source
  /** As a person knows it: its ending tells of what it may be. */
  name: string
  /** Where the file lies; null for a text that is no file. */
  path: string | null
  /** null: as is found out. */
  wanted: Reading | null
  signal: AbortSignal
  /** Sees the bytes of a text before its rows are known. */
  watch?: (bytes: Uint8Array) => void
}

/** Opens a file's rows. Rejects with `file_unreadable` for a workbook that cannot be read. */
export async function openTable(asked: TableAsked): Promise<RowTable> {
  const sample = await asked.source.sample()
  const workbook = isPacked(sample) && asked.path !== null ? await openWorkbook(asked.path) : null
  return workbook === null ? textTable(sample, asked) : sheetTable(workbook, asked)
}

async function textTable(
  sample: Uint8Array,
  { source, name, wanted, signal, watch }: TableAsked,
): Promise<RowTable> {
  const { reading: detected, doubts } = detectReading(sample, name)
  const reading = wanted ?? detected
  const isGuarded = reading.header && isRejectsHeader(await namesOf(source, reading, signal))
  return {
    isSheet: false,
    async read(take, stop) {
      const bytes = watch ? watched(source.bytes(), watch) : source.bytes()
      const handOn = (batch: RowBatch) => {
        if (isGuarded)
          for (const cells of batch.rows) cells.forEach((cell, at) => (cells[at] = unguarded(cell)))
        return take(batch)
      }
      const end = await readRows(bytes, reading, handOn, { signal: stop })
      // Who said how it is to be read has looked at it.
      if (wanted === null) end.notes.unshift(...doubts)
      return { reading, detected, workbook: null, end }
    },
    close: () => undefined,
  }
}

function sheetTable(workbook: Workbook, { source: { size }, wanted }: TableAsked): RowTable {
  return {
    isSheet: true,
    read: (take, signal) => readWorkbook(workbook, wanted, take, { signal, size }),
    close: () => workbook.close(),
  }
}

async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  watch: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const each of bytes) {
    watch(each)
    yield each
  }
}

/** The names in the header, from the first row alone. */
async function namesOf(source: Source, reading: Reading, signal: AbortSignal): Promise<string[]> {
  return (await readRows(source.bytes(), reading, () => undefined, { limit: 1, signal })).names
}
