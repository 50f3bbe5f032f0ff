import { toKeepWorded } from '../../../../src-shared/messages/told'
import { createHash } from 'node:crypto'
import type { ColumnType, ImportColumn } from '../../../../src-shared/bridge/import-file'
import type { RememberedColumn } from '../store/import-record'
import { elsewhereNote } from './consent'
import { isMonthFirst } from './infer-type'
import { cellReader, isNothing } from './read-cell'

/**
 * The identity of a set of names, as text: the same for the same names in any order and case. Names that occur twice
 * count twice.
 */
export function headerKey(names: readonly string[]): string {
  const sorted = names.map(plainName).sort()
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

/** A name without what does not tell it apart: case, and spaces around and between. */
function plainName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** What to store of a mapping, under `headerKey` of its names. */
export function rememberColumns(columns: readonly ImportColumn[]): RememberedColumn[] {
  return columns.map(({ name, target, as, rule }) => ({ name, target, as, rule }))
}

/**
 * Columns with the choices of an earlier import of the same names, which may have come in another order; null where the
 * names are not the same. A type that no cell of this file fits is not taken over: the proposed one stays.
 */
export function applyRemembered(
  columns: readonly ImportColumn[],
  remembered: readonly RememberedColumn[],
): ImportColumn[] | null {
  if (columns.length !== remembered.length) return null
  const byName = new Map<string, RememberedColumn[]>()
  for (const column of remembered) {
    const key = plainName(column.name)
    byName.set(key, [...(byName.get(key) ?? []), column])
  }
  const applied: ImportColumn[] = []
  for (const column of columns) {
    // Of columns with the same name, the first is the first again.
    const choice = byName.get(plainName(column.name))?.shift()
    if (choice === undefined) return null
    const { target, rule } = choice
    if (fits(column, choice))
      applied.push({ ...column, target, as: choice.as, rule, note: noteOf(column, choice) })
    else {
      const note = toKeepWorded('imports.remember.itsCellsAreOf')
      applied.push({ ...column, target, rule, note })
    }
  }
  return applied
}

function fits(column: ImportColumn, { target, as }: RememberedColumn): boolean {
  if (target.kind !== 'data' || as.type === 'text') return true
  // What turned out of the dates of another file is not said of these.
  if (isTurnedRound(column.as, as)) return false
  const read = cellReader(as)
  const filled = column.samples.filter((cell) => !isNothing(cell))
  return filled.length === 0 || filled.some((cell) => typeof read(cell) !== 'object')
}

function isTurnedRound(proposed: ColumnType, as: ColumnType): boolean {
  if (proposed.type !== 'date' || as.type !== 'date') return false
  const [one, other] = [isMonthFirst(proposed.format), isMonthFirst(as.format)]
  return one !== null && other !== null && one !== other
}

/** A note says why a column goes where it was proposed to: it holds where that is where it goes. */
function noteOf(column: ImportColumn, choice: RememberedColumn): string | null {
  if (column.orders && choice.target.kind === 'data' && choice.as.type === 'date') {
    const first = isMonthFirst(choice.as.format) ? 'month' : 'day'
    return toKeepWorded('imports.remember.readWithTheFirst', { first })
  }
  if (column.target.kind === choice.target.kind) return column.note
  return column.consent && choice.target.kind !== 'subscribed' ? elsewhereNote() : null
}
