import type { ImportColumn } from '../../../../src-shared/bridge/import-file'
import type { ImportRow } from '../../../../src-shared/bridge/imports'
import { cellOf } from '../row-cell'
import { missing } from '../../../format'

/** The address of a row, as it will be written; an en dash where no column goes to it or its cell is empty. */
export function emailOf(
  row: Pick<ImportRow, 'cells'>,
  columns: readonly Pick<ImportColumn, 'index' | 'target'>[],
): string {
  const column = columns.find(({ target }) => target.kind === 'email')
  return (column && cellOf(row, column.index)?.text) || missing
}

/** The column of the addresses, as columns are asked for: none where no column goes there. */
export function addressColumns(columns: readonly Pick<ImportColumn, 'index' | 'target'>[]): number[] {
  return columns.filter(({ target }) => target.kind === 'email').map(({ index }) => index)
}
