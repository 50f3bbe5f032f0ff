import { t } from '../../../../src-shared/messages/message'
import type { ImportColumn } from '../../../../src-shared/bridge/import-file'
import type { ListColumn } from '../../../lists/list/column'
import { targetText } from '../map/map-words'

/** The key of a list's column that shows a column of the file. */
export const cellKey = (index: number) => `cell:${index}`

/** The column of the file that a list's column shows; null of our own columns. */
export function cellIndex(key: string): number | null {
  return key.startsWith('cell:') ? Number(key.slice(5)) : null
}

/** The column that holds the addresses; the first one where none does. */
export function addressColumn(columns: readonly ImportColumn[]): number {
  return columns.find(({ target }) => target.kind === 'email')?.index ?? 0
}

/** What a column is called in the list: the place it goes to, or its own name where it goes nowhere. */
export function columnLabel(column: ImportColumn): string {
  return column.target.kind === 'leaveOut' ? column.name : targetText(column.target)
}

/** The columns a person has not chosen: the address and the first that are written. */
export function usualColumns(columns: readonly ImportColumn[], wide: boolean): number[] {
  const address = addressColumn(columns)
  const rest = columns.filter(({ index, target }) => index !== address && target.kind !== 'leaveOut')
  return [address, ...rest.slice(0, wide ? 7 : 3).map(({ index }) => index)]
}

/** Pixels of a column of cells; whether people are subscribed has room for "stays unsubscribed" beside it. */
function usualWidth({ target }: ImportColumn): number {
  return target.kind === 'subscribed' ? 184 : 136
}

/** The list's columns: row, class, then the cells in the order of the file, the address first. */
export function listColumns(
  columns: readonly ImportColumn[],
  shown: readonly number[],
  widths: Readonly<Record<string, number>>,
): ListColumn[] {
  const address = addressColumn(columns)
  const wanted = new Set(shown)
  const cells = columns
    .filter(({ index }) => wanted.has(index))
    .sort((one, other) => Number(other.index === address) - Number(one.index === address))
  return [
    { key: 'row', label: t('imports.heldRows.row'), align: 'end', width: 60 },
    { key: 'class', label: t('words.class'), width: 104 },
    ...cells.map((column): ListColumn => {
      const key = cellKey(column.index)
      const isAddress = column.index === address
      return {
        key,
        label: columnLabel(column),
        mono: true,
        width: widths[key] ?? (isAddress ? 280 : usualWidth(column)),
        grow: isAddress,
        resizable: !isAddress,
      }
    }),
  ]
}
