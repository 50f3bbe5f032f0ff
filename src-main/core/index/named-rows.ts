import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import { keepNewest } from '../keep-newest'
import { RowSet } from './row-set'

/** So many sets are kept: of imports, and of what is picked. 125 kB each for a million rows. */
const mostKept = 12

/** Under which name an index knows the people of an import, which a query's `of` means. */
export const importRows = (importId: number): string => `import ${importId}`

/** Under which name an index knows what is picked, which a query's `among` means. */
export const pickedRows = (picked: PickedRows): string => `picked ${JSON.stringify(picked)}`

/** Sets of rows that queries mean by a name. What was not said is empty. */
export class NamedRows {
  private readonly kept = new Map<string, RowSet>()

  /** Says which rows a name means. Answers whether queries with names may mean others than before. */
  say(name: string, rows: RowSet): boolean {
    const before = this.kept.get(name)
    keepNewest(this.kept, name, rows, mostKept)
    return before !== rows
  }

  /** The rows that a query means by its names and that are among `live`, in a set of its own; null where it has none. */
  of({ of, among }: Pick<ContactQuery, 'of' | 'among'>, live: RowSet): RowSet | null {
    const names = [...(of ? [importRows(of.importId)] : []), ...(among ? [pickedRows(among)] : [])]
    if (names.length === 0) return null
    const found = live.copy()
    for (const name of names) found.and(this.kept.get(name) ?? new RowSet(0))
    return found
  }
}
