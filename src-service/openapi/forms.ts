import type { SpecifiedDialect, ListName } from '../dialect/dialect'
import type { Schema } from './schemas'

// A form is what the dialect makes of an example. So the document cannot say another one than the service sends.
const example = '\u0000example'

/** An answer with one record. */
export function recordForm(dialect: SpecifiedDialect, record: Schema): Schema {
  return formOf(JSON.parse(dialect.record(JSON.stringify(example))), record)
}

/** A page of a list (wire.md, "List shapes that occur"). */
export function listForm(dialect: SpecifiedDialect, list: ListName, element: Schema): Schema {
  const items = [JSON.stringify(example)]
  const text =
    dialect.paging(list) === 'page'
      ? dialect.pages(list, { items, total: 1, page: 1, pageSize: 1 })
      : dialect.list(list, { items, total: 1, cursor: 'cursor' })
  return formOf(JSON.parse(text), element)
}

/** The list of names. */
export function namesForm(dialect: SpecifiedDialect): Schema {
  return formOf(JSON.parse(dialect.eventNames([example])), { type: 'string' })
}

/** The answer to a deletion; null where it has no body. */
export function deletedForm({ deleted }: SpecifiedDialect): Schema | null {
  return deleted === null ? null : formOf(JSON.parse(deleted), {})
}

/** The schema of an example: of every object that has its fields, with `element` where the example stands. */
function formOf(value: unknown, element: Schema, name = ''): Schema {
  if (value === example) return element
  if (Array.isArray(value)) return { type: 'array', items: element }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    return {
      type: 'object',
      required: fields.map(([key]) => key),
      properties: Object.fromEntries(fields.map(([key, inner]) => [key, formOf(inner, element, key)])),
    }
  }
  // The end of a list has no cursor (docs/embedded-service.md, "Dialects").
  if (name === 'cursor' || name === 'nextCursor') return { type: ['string', 'null'] }
  if (name === 'success') return { const: true }
  return { type: typeof value === 'number' ? 'integer' : typeof value }
}
