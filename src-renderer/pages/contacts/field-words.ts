import type { ContactField, DataField, FieldType } from '../../../src-shared/bridge/contacts'

/** The columns of ours that a contact has, in the order they are offered. */
export const ownFields = [
  'email',
  'subscribed',
  'verdict',
  'domain',
  'createdAt',
  'updatedAt',
  'checkedAt',
] as const

const ownLabels: Record<(typeof ownFields)[number], string> = {
  email: 'Address',
  subscribed: 'Subscribed',
  verdict: 'Verdict',
  domain: 'Domain',
  createdAt: 'Created',
  updatedAt: 'Updated',
  checkedAt: 'Checked',
}

const ownTypes: Record<(typeof ownFields)[number], FieldType> = {
  email: 'text',
  subscribed: 'boolean',
  verdict: 'text',
  domain: 'text',
  createdAt: 'date',
  updatedAt: 'date',
  checkedAt: 'date',
}

/** How a field is named: ours in words, theirs by key in mono (look.md, "Tables"). */
export interface FieldName {
  label: string
  mono: boolean
}

function isOwn(field: string): field is (typeof ownFields)[number] {
  return ownFields.some((own) => own === field)
}

/** The field of a key of `data`. */
export function dataField(key: string): ContactField {
  return `data.${key}`
}

/** The key of `data` that a field stands for; null for a column of ours. */
export function dataKey(field: ContactField): string | null {
  return isOwn(field) ? null : field.slice('data.'.length)
}

/** Every field, ours first; as many as one export takes. */
export function everyField(known: readonly DataField[]): ContactField[] {
  return [...ownFields, ...known.map(({ key }) => dataField(key))].slice(0, 1000)
}

export function fieldName(field: ContactField): FieldName {
  return isOwn(field)
    ? { label: ownLabels[field], mono: false }
    : { label: field.slice('data.'.length), mono: true }
}

/** Text that was stored as a field, or null: a key that no longer exists is still a field. */
export function parseField(text: string): ContactField | null {
  if (isOwn(text)) return text
  return text.startsWith('data.') && text.length > 'data.'.length ? dataField(text.slice(5)) : null
}

/** The types of a field's values, the most frequent first. A key nobody has counted yet is text. */
export function fieldTypes(field: ContactField, known: readonly DataField[]): FieldType[] {
  if (isOwn(field)) return [ownTypes[field]]
  const found = known.find(({ key }) => dataField(key) === field)
  return found && found.types.length > 0 ? found.types : ['text']
}

/** Whether a field can be without a value. */
export function canBeMissing(field: ContactField): boolean {
  return !isOwn(field) || !['email', 'domain', 'subscribed'].includes(field)
}
