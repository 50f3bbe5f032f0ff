import { t } from '../../../src-shared/messages/message'
import type { ContactColumn, ContactField, DataField, FieldType } from '../../../src-shared/bridge/contacts'
import type { GridSource, ListField } from './list-field'

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

/** A field that is no key of `data`: those of contacts, and what a record has beside its own. */
type OwnField = (typeof ownFields)[number] | 'lastEvent' | 'id' | 'name' | 'changedAt'

const ownLabels: Record<OwnField, string> = {
  id: 'Id',
  name: t('words.name'),
  changedAt: t('words.changed'),
  email: t('words.address'),
  subscribed: t('words.subscribed'),
  verdict: t('words.verdict'),
  domain: t('words.domain'),
  createdAt: t('words.created'),
  updatedAt: t('lists.fieldWords.updated'),
  checkedAt: t('words.checked'),
  lastEvent: t('lists.fieldWords.lastEvent'),
}

const ownTypes: Record<OwnField, FieldType> = {
  id: 'text',
  name: 'text',
  changedAt: 'date',
  email: 'text',
  subscribed: 'boolean',
  verdict: 'text',
  domain: 'text',
  createdAt: 'date',
  updatedAt: 'date',
  checkedAt: 'date',
  lastEvent: 'text',
}

/** How a field is named: ours in words, theirs by key in mono. */
interface FieldName {
  label: string
  mono: boolean
}

function isOwn(field: string): field is OwnField {
  return field in ownLabels
}

/** The field of a key of `data`. */
export function dataField(key: string): `data.${string}` {
  return `data.${key}`
}

/** The keys that a filter can ask about: those of `data`, and those within its objects. */
export function askedKeys({ known, inner = [] }: GridSource): readonly DataField[] {
  return [...known, ...inner]
}

/** The event whose last time a field is; null where it is none. */
export function eventOf(field: ListField): string | null {
  return field.startsWith('event.') ? field.slice('event.'.length) : null
}

/** The key of `data` that a field stands for; null for a column of ours, and an event. */
export function dataKey(field: ListField): string | null {
  return isOwn(field) || eventOf(field) !== null ? null : field.slice('data.'.length)
}

/** Every field of contacts, ours first; as many as one export takes. */
export function everyField(known: readonly DataField[]): ContactField[] {
  return [...ownFields, ...known.map(({ key }) => dataField(key))].slice(0, 1000)
}

export function fieldName(field: ListField): FieldName {
  return isOwn(field)
    ? { label: ownLabels[field], mono: false }
    : { label: eventOf(field) ?? field.slice('data.'.length), mono: true }
}

/** Text that was stored as a key of `data`, or null: a key that no longer exists is still a field. */
export function parseDataField(text: string): `data.${string}` | null {
  return text.startsWith('data.') && text.length > 'data.'.length ? dataField(text.slice(5)) : null
}

/** Text that was stored as a field of contacts, or null. */
export function parseField(text: string): ContactField | null {
  return ownFields.find((own) => own === text) ?? parseDataField(text)
}

/** Text that was stored as a column of contacts, or null. */
export function parseColumn(text: string): ContactColumn | null {
  return text === 'lastEvent' ? text : parseField(text)
}

/** The types of a field's values, the most frequent first. A key nobody has counted yet is text. */
export function fieldTypes(field: ListField, known: readonly DataField[]): FieldType[] {
  if (isOwn(field)) return [ownTypes[field]]
  if (eventOf(field) !== null) return ['date']
  const found = known.find(({ key }) => dataField(key) === field)
  return found && found.types.length > 0 ? found.types : ['text']
}

/** Whether a field can be without a value. */
export function canBeMissing(field: ListField): boolean {
  return !isOwn(field) || !['id', 'name', 'changedAt', 'email', 'domain', 'subscribed'].includes(field)
}
