import { t } from '../../../../src-shared/messages/message'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import { rowValue, type EditType } from '../../../kit/form/data-edit'

/** How a field is set whose values are lists. */
export type ListChange = 'add' | 'take' | 'replace'

export const listChanges: { value: ListChange; label: string }[] = [
  { value: 'add', label: t('contacts.setField.addToTheList') },
  { value: 'take', label: t('contacts.setField.takeFromTheList') },
  { value: 'replace', label: t('contacts.setField.replaceTheList') },
]

/** What is entered of a field that is set. `list`: null where its values are no lists. */
export interface SetForm {
  key: string
  type: EditType
  text: string
  list: ListChange | null
}

/** The action that a form means; the sentence why it means none, empty where something is not entered yet. */
export function setAction({ key, type, text, list }: SetForm): { action: BulkAction } | { fault: string } {
  const field = key.trim()
  const read = list === null || list === 'replace' ? rowValue({ type, text }) : entriesOf(type, text)
  if ('fault' in read) return { fault: text === '' ? '' : read.fault }
  if (field === '') return { fault: '' }
  if ('entries' in read && (list === 'add' || list === 'take'))
    return { action: { kind: 'list', how: list, key: field, values: read.entries } }
  return 'value' in read ? { action: { kind: 'set', key: field, value: read.value } } : { fault: '' }
}

/** Entries of a list as they are typed: with commas between, or as JSON. */
function entriesOf(type: EditType, text: string): { entries: unknown[] } | { fault: string } {
  const whole = type === 'json' || type === 'boolean'
  const parts = whole ? [text] : text.split(',').filter((part) => part.trim() !== '')
  const entries: unknown[] = []
  for (const part of parts) {
    const read = rowValue({ type, text: part.trim() })
    if ('fault' in read) return read
    if (type === 'json' && Array.isArray(read.value)) entries.push(...read.value)
    else entries.push(read.value)
  }
  return entries.length === 0 ? { fault: t('contacts.setField.enterWhatTheList') } : { entries }
}
