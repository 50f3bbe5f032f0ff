import type { ExportProgress, PickedRows } from '../../../src-shared/bridge/grid'
import { localDate } from '../../../src-shared/instants'
import type { RecordField, RecordQuery, RecordRow, RecordSelection } from '../../../src-shared/bridge/records'
import { nameOfField, valueOfField } from '../../../src-shared/record-field'
import type { Cache } from '../../cache/store'
import type { Host } from '../../core/host'
import { type FrozenSelections, openRows, type RowReader, writeExport } from '../exports'

/** The records of which connection a selection is frozen from, and `also` those that are kept with them. */
export interface AskedRecords {
  connectionId: string
  query: RecordQuery
  also?: PickedRows | undefined
}

/** Where selections of records are read from. */
export interface RecordSource {
  readonly cache: Pick<Cache, 'records'>
  readonly frozenRecords: FrozenSelections<AskedRecords>
}

/** Opens a selection of a connection's records. */
export function openRecordSelection(
  { cache, frozenRecords }: RecordSource,
  connectionId: string,
  selection: RecordSelection,
): Promise<RowReader<RecordRow>> {
  const { records } = cache
  return openRows(
    {
      list: {
        freeze: (asked: AskedRecords) => records.freeze(asked),
        releaseSelection: (selectionId) => records.releaseSelection(selectionId),
        frozenRows: (input) => records.frozenRows(input),
        rowsByIds: (ids) => records.rowsByIds({ connectionId, ids }),
      },
      frozen: frozenRecords,
      asked: (query: RecordQuery) => ({ connectionId, query }),
    },
    selection,
  )
}

interface RecordExport {
  connectionId: string
  /** The connection's name. */
  name: string
  selection: RecordSelection
  columns: RecordField[]
  format: 'csv' | 'json'
  guardFormulas: boolean
}

/** Writes a selection of records to a file, a few hundred at a time. */
export async function* exportRecords(
  source: RecordSource,
  host: Pick<Host, 'chooseExportTarget' | 'clock'>,
  { connectionId, name, selection, columns, format, guardFormulas }: RecordExport,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const reader = await openRecordSelection(source, connectionId, selection)
  try {
    yield* writeExport<RecordRow>(
      {
        name: `${name} ${localDate(host.clock.now())}`,
        format,
        guardFormulas,
        total: reader.count,
        slices: () => reader.slices(),
        header: columns.map(nameOfField),
        cells: (row) => columns.map((column) => valueOfField(row, column)),
        object: (row) =>
          Object.fromEntries(columns.map((column) => [nameOfField(column), valueOfField(row, column)])),
      },
      host,
      signal,
    )
  } finally {
    await reader.close()
  }
}
