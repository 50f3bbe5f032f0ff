import type { ListField } from '../grid/list-field'
import { dataField, fieldName } from '../grid/field-words'
import type { SearchedField } from './why-found'

/** What a search over a grid looks for, for a cell of it. */
export interface Sought {
  /** Its words, folded. */
  words: readonly string[]
  width: number
}

/** About how wide a letter is, in pixels. */
const letterWidth = 7

/** How many letters a cell has room for. */
export function lettersIn({ width }: Sought): number {
  return Math.floor(width / letterWidth)
}

/** What a search over a list looks at in a row: a field of the list's own, and every value of data. */
interface SearchedRow {
  own: ListField
  name: string
  data: Record<string, unknown>
}

/** The fields of a row that are searched. `shown`: its columns. */
export function searchedFields(row: SearchedRow, shown: readonly ListField[]): SearchedField[] {
  const keys = Object.entries(row.data).map(([key, value]) => ({ field: dataField(key), value }))
  return [{ field: row.own, value: row.name }, ...keys].map(({ field, value }) => {
    const { label, mono } = fieldName(field)
    return { name: label, mono, value, isShown: shown.includes(field) }
  })
}
