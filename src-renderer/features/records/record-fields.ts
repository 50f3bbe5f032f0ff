import type { DataField } from '../../../src-shared/bridge/contacts'
import type { RecordColumn, RecordField, RecordRow } from '../../../src-shared/bridge/records'
import { widthOfLetters, type ColumnState } from '../../lists/grid/columns'
import { dataWords } from '../../lists/grid/data-words'
import { dataField, fieldName, fieldTypes, parseDataField } from '../../lists/grid/field-words'
import type { ListField } from '../../lists/grid/list-field'

/** The fields of a record that are no keys of its own. */
export const ownRecordFields: readonly RecordField[] = ['id', 'changedAt']

/** Keys that name a record, the best first. */
const nameKeys = ['name', 'title', 'company', 'email']

/** How many keys are columns when nobody chose any: on windows of usual width and on wide ones. */
const usualKeys = 4
const wideKeys = 7

/** Text that was stored as a column of records, or null. */
export function parseRecordColumn(text: string): RecordColumn | null {
  return text === 'id' || text === 'name' || text === 'changedAt' ? text : parseDataField(text)
}

/** Every field, the id first; as many as one export takes. */
export function everyRecordField(known: readonly DataField[]): RecordField[] {
  return ['id' as const, ...known.map(({ key }) => dataField(key))].slice(0, 1000)
}

/** The field that names records: the one that was chosen, else the first that occurs of those that do, else the id. */
export function namingField(chosen: RecordField | null, known: readonly DataField[]): RecordField {
  const found = nameKeys.find((key) => known.some((field) => field.key === key))
  return chosen ?? (found === undefined ? 'id' : dataField(found))
}

/** What a record is called: by the field that was chosen where it is filled, else by the first that is. */
export function recordName({ id, data }: Pick<RecordRow, 'id' | 'data'>, chosen: RecordField | null): string {
  const first = chosen === null || chosen === 'id' ? [] : [fieldName(chosen).label]
  if (chosen === 'id') return id
  for (const key of [...first, ...nameKeys]) {
    const value = data[key]
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return id
}

/** Where a key stands among the usual columns: addresses, the rest, days and yes or no, what most records lack. */
function rankOf({ key, types, count }: DataField, most: number): number {
  if (count * 2 < most) return 3
  if (/mail/i.test(key)) return 0
  return types[0] === 'date' || types[0] === 'boolean' ? 2 : 1
}

/** The columns of a connection for which nobody has chosen any: the name, the keys that tell most, of those that fit a cell, and the change. */
export function usualColumns(
  known: readonly DataField[],
  wide: boolean,
  chosen: RecordField | null = null,
): ColumnState[] {
  const most = Math.max(0, ...known.map(({ count }) => count))
  const naming = namingField(chosen, known)
  const keys = known
    .filter(({ key, types }) => types[0] !== 'object' && types[0] !== 'list' && dataField(key) !== naming)
    .filter(({ key }) => key !== 'createdAt' && key !== 'updatedAt')
    .sort((a, b) => rankOf(a, most) - rankOf(b, most))
    .slice(0, wide ? wideKeys : usualKeys)
  const fields: RecordColumn[] = ['name', ...keys.map(({ key }) => dataField(key)), 'changedAt']
  return fields.map((field) => ({ field, width: null }))
}

/** The name takes what is left; where it is not shown, the first column of texts. */
export function growingColumn(
  shown: readonly ColumnState[],
  known: readonly DataField[],
): ColumnState['field'] | null {
  const name = shown.find(({ field }) => field === 'name')
  const texts = shown.find(({ field }) => field !== 'id' && fieldTypes(field, known)[0] === 'text')
  return (name ?? texts ?? shown[0])?.field ?? null
}

/** How wide the columns of keys are that fit what stands in some records. */
export function fittingWidths(rows: readonly RecordRow[]): Map<ListField, number> {
  const letters = new Map<ListField, number>()
  for (const { data } of rows) {
    for (const [key, value] of Object.entries(data)) {
      const field = dataField(key)
      letters.set(field, Math.max(letters.get(field) ?? key.length, dataWords(value).length))
    }
  }
  return new Map(Array.from(letters, ([field, count]) => [field, widthOfLetters(count)]))
}
