import { t } from '../../../../src-shared/messages/message'
import type { WorkbookFound } from '../../../../src-shared/bridge/import-file'

/** A column of a sheet as its first rows show it: one that is read, or hidden ones side by side that are left out. */
type SheetColumn =
  /** `at`: its place among those that are read, from 0. */
  | { letters: string; at: number }
  /** `hidden`: what they are called together: "C", "C to E". */
  | { letters: string; at: null; hidden: string }

/** The columns of a sheet in its order, hidden ones up to the last of those `shown` among them. */
export function sheetColumns(
  { letters, hidden }: Pick<WorkbookFound, 'letters' | 'hidden'>,
  shown: number,
): SheetColumn[] {
  const taken = new Set(letters)
  const left = hidden.filter((each) => !taken.has(each)).sort(inSheet)
  const columns: SheetColumn[] = []
  let next = 0
  const putLeft = (before: string | undefined): void => {
    const from = next
    while (next < left.length && (before === undefined || inSheet(left[next] ?? '', before) < 0)) next += 1
    const [first, last] = [left[from], left[next - 1]]
    if (next === from || first === undefined) return
    const name = first === last ? first : t('imports.notes.firstToLast', { first, last: last ?? '' })
    columns.push({ letters: first, at: null, hidden: name })
  }
  letters.slice(0, shown).forEach((each, at) => {
    putLeft(each)
    columns.push({ letters: each, at })
  })
  if (shown >= letters.length) putLeft(undefined)
  return columns
}

/** The order of columns by their letters: "Z" comes before "AA". */
function inSheet(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)
}
