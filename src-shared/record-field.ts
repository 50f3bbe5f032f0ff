import type { RecordField, RecordRow } from './bridge/records'

/** A field of a record as the service names it. */
export function nameOfField(field: RecordField): string {
  return field === 'id' || field === 'changedAt' ? field : field.slice('data.'.length)
}

/** What a record has in a field; undefined where it has nothing. */
export function valueOfField({ id, changedAt, data }: RecordRow, field: RecordField): unknown {
  if (field === 'id') return id
  if (field === 'changedAt') return new Date(changedAt).toISOString()
  const key = nameOfField(field)
  return Object.hasOwn(data, key) ? data[key] : undefined
}
