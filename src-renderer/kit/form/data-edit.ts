import { t } from '../../../src-shared/messages/message'
import { compareNames } from '../../../src-shared/messages/order'
import { exactNumber, jsonText, parseJson, unmarked } from '../../../src-shared/interface/exact-number'
import { dateOf, valueType } from './value-type'

/** How a value is entered. */
export type EditType = 'text' | 'number' | 'boolean' | 'date' | 'json'

export const editTypes: { type: EditType; label: string }[] = [
  { type: 'text', label: t('words.text') },
  { type: 'number', label: t('words.number') },
  { type: 'boolean', label: t('words.yesOrNo') },
  { type: 'date', label: t('words.date') },
  { type: 'json', label: 'JSON' },
]

/** A key of `data` being edited. `before` is undefined for a key that is new. */
export interface EditRow {
  /** Tells rows apart while their keys are edited. */
  id: number
  key: string
  before: unknown
  type: EditType
  text: string
  removed: boolean
}

/** What a key was and what it becomes; undefined: there is none. */
export interface DataChange {
  key: string
  before: unknown
  after: unknown
}

/** Keys that the service keeps for itself and drops from `data` (wire.md, "Contact"). */
export const reservedKeys = [
  'id',
  'email',
  'plunk_id',
  'plunk_email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
]

function editType(value: unknown): EditType {
  const type = valueType(value)
  return type === 'object' || type === 'list' ? 'json' : type
}

function editText(value: unknown, type: EditType): string {
  if (value === null || value === undefined) return ''
  return type === 'json' ? jsonText(value, 2) : unmarked(String(value))
}

/** The keys of a contact as rows to edit, in the order of their names. */
export function editRows(data: Record<string, unknown>): EditRow[] {
  return Object.keys(data)
    .sort(compareNames)
    .map((key, id) => {
      const type = editType(data[key])
      return { id, key, before: data[key], type, text: editText(data[key], type), removed: false }
    })
}

/** With an empty row at the end. */
export function addRow(rows: readonly EditRow[]): EditRow[] {
  const id = rows.reduce((greatest, row) => Math.max(greatest, row.id), -1) + 1
  return [...rows, { id, key: '', before: undefined, type: 'text', text: '', removed: false }]
}

/** A number as JSON writes it: what is typed in another way counts by its value. */
const isLiteral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The value that a row's text means, or the sentence why it means none. */
export function rowValue(row: Pick<EditRow, 'type' | 'text'>): { value: unknown } | { fault: string } {
  const text = row.text.trim()
  switch (row.type) {
    case 'boolean':
      return { value: text === 'true' }
    case 'number': {
      const literal = text.replace(',', '.')
      const value = Number(literal)
      if (text === '' || Number.isNaN(value)) return { fault: t('kit.dataEdit.thisIsNotA') }
      return { value: isLiteral.test(literal) ? exactNumber(literal) : value }
    }
    case 'date':
      return dateOf(text) === null ? { fault: t('kit.dataEdit.writeTheDateAs') } : { value: text }
    case 'json':
      try {
        return { value: parseJson(text) }
      } catch {
        return { fault: t('kit.dataEdit.thisIsNotJson') }
      }
    default:
      return text === '' ? { fault: t('kit.dataEdit.theServiceSkipsEmpty') } : { value: row.text }
  }
}

/** A new row that nothing was entered in yet: it is no fault and no change. */
function isBlank(row: EditRow): boolean {
  return row.before === undefined && row.key.trim() === '' && row.text.trim() === ''
}

/** Why a row cannot be saved; null where it can. Rows that were there with no value may stay so. */
export function rowFault(row: EditRow, rows: readonly EditRow[]): string | null {
  if (row.removed || isBlank(row)) return null
  const key = row.key.trim()
  if (key === '') return t('kit.dataEdit.giveTheKeyA')
  if (row.before === undefined) {
    if (reservedKeys.includes(key)) return t('kit.dataEdit.theServiceKeepsKey', { key })
    if (rows.some((other) => other.id !== row.id && other.key.trim() === key))
      return t('kit.dataEdit.thisKeyIsThere')
  }
  if ((row.before === null || row.before === '') && row.text === '' && row.type === 'text') return null
  const read = rowValue(row)
  return 'fault' in read ? read.fault : null
}

/** What saving would change, in the order of the rows. Rows with a fault are left out. */
export function dataChanges(rows: readonly EditRow[]): DataChange[] {
  return rows.flatMap((row): DataChange[] => {
    const key = row.key.trim()
    if (row.removed) return row.before === undefined ? [] : [{ key, before: row.before, after: undefined }]
    if (isBlank(row) || rowFault(row, rows) !== null) return []
    const read = rowValue(row)
    if ('fault' in read || JSON.stringify(read.value) === JSON.stringify(row.before)) return []
    return [{ key, before: row.before, after: read.value }]
  })
}

/** The changes as PATCH /contacts/:id takes them: null removes a key. */
export function changedData(changes: readonly DataChange[]): Record<string, unknown> {
  return Object.fromEntries(changes.map(({ key, after }) => [key, after === undefined ? null : after]))
}
