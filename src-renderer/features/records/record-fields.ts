import type { DataField } from '../../../src-shared/bridge/contacts'
import type { RecordField } from '../../../src-shared/bridge/records'
import type { ColumnState } from '../../lists/grid/columns'
import { dataField, fieldTypes, parseDataField } from '../../lists/grid/field-words'

/** The fields of a record that are no keys of its own. */
export const ownRecordFields: readonly RecordField[] = ['id']

/** How many keys are columns when nobody chose any, on windows of usual width and on wide ones. */
const usualKeys = { narrow: 5, wide: 8 } as const

/** Text that was stored as a field of records, or null. */
export function parseRecordField(text: string): RecordField | null {
  return text === 'id' ? text : parseDataField(text)
}

/** Every field, the id first; as many as one export takes. */
export function everyRecordField(known: readonly DataField[]): RecordField[] {
  return [...ownRecordFields, ...known.map(({ key }) => dataField(key))].slice(0, 1000)
}

/** Keys that say of whom or of what a record is. */
const naming = /(^|[^a-z])(name|title|label|subject)|Name$|mail/i

/** Where a key stands among the usual columns: what a record is about, the rest, days and yes or no, what most records lack. */
function rankOf({ key, types, count }: DataField, most: number): number {
  if (count * 2 < most) return 3
  if (naming.test(key)) return 0
  return types[0] === 'date' || types[0] === 'boolean' ? 2 : 1
}

/** The columns of a connection for which nobody has chosen any: the id and the keys that tell most, of those that fit a cell. */
export function usualColumns(known: readonly DataField[], wide: boolean): ColumnState[] {
  const most = Math.max(0, ...known.map(({ count }) => count))
  const keys = known
    .filter(({ types }) => types[0] !== 'object' && types[0] !== 'list')
    .sort((a, b) => rankOf(a, most) - rankOf(b, most))
    .slice(0, wide ? usualKeys.wide : usualKeys.narrow)
  return everyRecordField(keys).map((field) => ({ field, width: null }))
}

/** The first column of texts takes what is left; the id is as long as it is. */
export function growingColumn(
  shown: readonly ColumnState[],
  known: readonly DataField[],
): ColumnState['field'] | null {
  const texts = shown.find(({ field }) => field !== 'id' && fieldTypes(field, known)[0] === 'text')
  return (texts ?? shown[0])?.field ?? null
}
