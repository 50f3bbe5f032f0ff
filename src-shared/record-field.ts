import type { RecordField, RecordRow } from './bridge/records'

/** A field of a record as the service names it. */
export function nameOfField(field: RecordField): string {
  return field === 'id' ? field : field.slice('data.'.length)
}

/** What a record has in a field; undefined where it has nothing. */
export function valueOfField({ id, data }: RecordRow, field: RecordField): unknown {
  if (field === 'id') return id
  const key = nameOfField(field)
  return Object.hasOwn(data, key) ? data[key] : undefined
}
