import type { ImportCell, ImportRow } from '../../../src-shared/bridge/imports'

/** The cell of a column of the file; undefined where it was not asked for. */
export function cellOf(row: Pick<ImportRow, 'cells'>, column: number): ImportCell | undefined {
  return row.cells.find((cell) => cell.column === column)
}
