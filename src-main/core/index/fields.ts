import type { DataField, FieldType } from '../../../src-shared/bridge/contacts'
import type { Column } from './column'
import { kind } from './values'

const typeNames: readonly (FieldType | null)[] = (() => {
  const names: (FieldType | null)[] = Array.from({ length: 8 }, () => null)
  for (const name of ['number', 'date', 'boolean', 'text', 'list', 'object'] as const)
    names[kind[name]] = name
  return names
})()

/** Every key that some contact has a value of, the most frequent first, equally frequent ones by name. */
export function dataFields(columns: Iterable<[string, Column]>, capacity: number): DataField[] {
  const fields: DataField[] = []
  for (const [key, { codes, dictionary }] of columns) {
    if (codes.present === 0) continue
    const counts = new Uint32Array(dictionary.size + 1)
    codes.tally(null, capacity, counts)
    const byKind = new Uint32Array(8)
    let distinct = 0
    for (let code = 1; code < counts.length; code++) {
      const count = counts[code] ?? 0
      if (count === 0) continue
      distinct++
      const found = dictionary.kindOf(code)
      const of = found === kind.mixed ? kind.list : found
      byKind[of] = (byKind[of] ?? 0) + count
    }
    const types = typeNames
      .flatMap((type, of) =>
        type !== null && (byKind[of] ?? 0) > 0 ? [{ type, count: byKind[of] ?? 0 }] : [],
      )
      .sort((a, b) => b.count - a.count)
      .map(({ type }) => type)
    fields.push({ key, types, count: codes.present, distinct })
  }
  return fields.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}
