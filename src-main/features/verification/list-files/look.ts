import type { ListFile } from '../../../../src-shared/bridge/list-files'
import { proposeColumns, tidyAddress, type RowTable } from '../../imports'

/** Rows that are looked at to say what columns hold. */
const looked = 1000

/** So many different cells are shown of a column, and so many characters of each. */
const samples = { count: 3, length: 200 }

/** What a file turns out to hold. */
export type ListFileFacts = Pick<
  ListFile,
  'reading' | 'detected' | 'workbook' | 'notes' | 'columns' | 'likely'
> & {
  /** Without the header. */
  rows: number
}

/** Reads a file to its end, and keeps of it what a person is told. */
export async function lookInto(table: RowTable, signal: AbortSignal): Promise<ListFileFacts> {
  const rows: string[][] = []
  const { reading, detected, workbook, end } = await table.read((batch) => {
    if (rows.length < looked) rows.push(...batch.rows.slice(0, looked - rows.length))
  }, signal)
  const columns = end.names.map((column, index) => ({ index, name: column, ...columnOf(rows, index) }))
  return {
    reading,
    detected,
    workbook,
    rows: end.rows,
    notes: end.notes,
    columns,
    likely: likelyOf(end.names, rows, columns),
  }
}

function columnOf(rows: readonly string[][], index: number): { samples: string[]; addresses: number } {
  const shown = new Set<string>()
  let filled = 0
  let addresses = 0
  for (const cells of rows) {
    const cell = cells[index]?.trim() ?? ''
    if (cell === '') continue
    filled += 1
    if (shown.size < samples.count) {
      shown.add(cell.length > samples.length ? `${cell.slice(0, samples.length - 1)}…` : cell)
    }
    if (cell.includes('@') && 'email' in tidyAddress(cell)) addresses += 1
  }
  return { samples: [...shown], addresses: filled === 0 ? 0 : addresses / filled }
}

/** The column that an import would take for the address, else the one of which most cells are addresses. */
function likelyOf(
  names: readonly string[],
  rows: readonly string[][],
  columns: ListFile['columns'],
): number | null {
  const proposed = proposeColumns(names, rows, []).find(({ target }) => target.kind === 'email')
  if (proposed !== undefined) return proposed.index
  const most = Math.max(0, ...columns.map(({ addresses }) => addresses))
  return most === 0 ? null : (columns.find(({ addresses }) => addresses === most)?.index ?? null)
}
