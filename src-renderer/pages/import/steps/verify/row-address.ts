import type { ImportColumn, ImportRow } from '../../../../../src-shared/bridge/imports'
import { missing } from '../../../../format'

/** The address of a row, as it will be written; an en dash where no column goes to it or its cell is empty. */
export function emailOf(
  row: Pick<ImportRow, 'cells'>,
  columns: readonly Pick<ImportColumn, 'index' | 'target'>[],
): string {
  const column = columns.find(({ target }) => target.kind === 'email')
  return (column && row.cells[column.index]?.text) || missing
}
