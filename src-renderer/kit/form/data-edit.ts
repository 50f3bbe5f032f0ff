import { t } from '../../../src-shared/messages/message'
import { exactNumber, parseJson } from '../../../src-shared/interface/exact-number'
import { dateOf } from './value-type'

/** How a value is entered. */
export type EditType = 'text' | 'number' | 'boolean' | 'date' | 'json'

export const editTypes: { type: EditType; label: string }[] = [
  { type: 'text', label: t('words.text') },
  { type: 'number', label: t('words.number') },
  { type: 'boolean', label: t('words.yesOrNo') },
  { type: 'date', label: t('words.date') },
  { type: 'json', label: 'JSON' },
]

/** A key of `data` being added, with its value as it is entered. */
export interface EditRow {
  /** Tells rows apart while their keys are edited. */
  id: number
  key: string
  type: EditType
  text: string
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

/** With an empty row at the end. */
export function addRow(rows: readonly EditRow[]): EditRow[] {
  const id = rows.reduce((greatest, row) => Math.max(greatest, row.id), -1) + 1
  return [...rows, { id, key: '', type: 'text', text: '' }]
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

/** A row that nothing was entered in yet: it is no fault, and adds nothing. */
function isBlank(row: EditRow): boolean {
  return row.key.trim() === '' && row.text.trim() === ''
}

/** Why a row cannot be saved; null where it can. */
export function rowFault(row: EditRow, rows: readonly EditRow[]): string | null {
  if (isBlank(row)) return null
  const key = row.key.trim()
  if (key === '') return t('kit.dataEdit.giveTheKeyA')
  if (reservedKeys.includes(key)) return t('kit.dataEdit.theServiceKeepsKey', { key })
  if (rows.some((other) => other.id !== row.id && other.key.trim() === key))
    return t('kit.dataEdit.thisKeyIsThere')
  const read = rowValue(row)
  return 'fault' in read ? read.fault : null
}

/** The keys that are added, with their values. Rows with a fault are left out. */
export function addedData(rows: readonly EditRow[]): Record<string, unknown> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const read = rowValue(row)
      return isBlank(row) || 'fault' in read || rowFault(row, rows) !== null
        ? []
        : [[row.key.trim(), read.value]]
    }),
  )
}
