import { computed, shallowRef } from 'vue'
import type { ImportRow, RowCounts } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { OpenImport } from '../use-import'
import { cellOf } from '../row-cell'
import { domainOf } from './row-words'

/** A cell that is written anew. */
interface CellEdit {
  row: ImportRow
  /** Index of the column in the file. */
  column: number
  /** What stood there when it began, and what is typed now. */
  from: string
  text: string
}

/** What a call of this room answers. */
type Repaired = { changed: number; counts: RowCounts }

/**
 * The open row, the cell that is being repaired, and the repairs. Counts follow each answer; `changed` is called then, so
 * that the rows are read again.
 */
export function useRepair(open: OpenImport, id: number, changed: () => void) {
  const bridge = useBridge()
  const openRow = shallowRef<ImportRow | null>(null)
  const edit = shallowRef<CellEdit | null>(null)
  const busy = shallowRef(false)
  const problem = shallowRef<Problem | null>(null)

  async function attempt(call: () => Promise<Repaired>): Promise<boolean> {
    if (busy.value) return false
    const before = openRow.value
    busy.value = true
    problem.value = null
    try {
      const { counts } = await call()
      open.counted(counts)
      // It is another row now; what was offered for the one before is spent. A person may have gone on meanwhile.
      if (openRow.value === before) {
        openRow.value = null
        edit.value = null
      }
      changed()
      return true
    } catch (error) {
      problem.value = problemOf(error)
      return false
    } finally {
      busy.value = false
    }
  }

  function begin(row: ImportRow, column: number): void {
    openRow.value = row
    const text = cellOf(row, column)?.text
    // A cell that is not read yet is not written over as if it were empty.
    if (text === undefined) return
    edit.value = { row, column, from: text, text }
  }

  const suggestion = computed(() => {
    const now = edit.value
    if (!now) return openRow.value?.suggestion ?? null
    return now.text === now.from ? now.row.suggestion : null
  })

  /** What Enter would write: the suggestion while nothing was typed, else what was typed; null: nothing. */
  const offer = computed(() => {
    const now = edit.value
    if (now && now.text !== now.from) return now.text
    return suggestion.value?.email ?? null
  })

  return {
    openRow,
    edit,
    busy,
    problem,
    suggestion,
    offer,
    begin,
    /** Leaves the cell as it was. */
    cancel: () => void (edit.value = null),
    /** Writes what {@link offer} says into one row, or into all alike. Answers whether nothing is left to write. */
    async use(addressColumn: number, alike: boolean): Promise<boolean> {
      const row = openRow.value
      const text = offer.value
      if (!row || text === null) {
        edit.value = null
        return true
      }
      const typed = edit.value !== null && edit.value.text !== edit.value.from
      const column = typed ? (edit.value?.column ?? addressColumn) : addressColumn
      const from = domainOf(cellOf(row, addressColumn)?.text ?? '')?.toLowerCase()
      const slip = open.detail.value?.counts?.typos.find((typo) => typo.from === from)
      return attempt(() =>
        alike && !typed && slip
          ? bridge.imports.correctTypos({ id, from: slip.from })
          : bridge.imports.repair({ id, row: row.row, column, text, alike }),
      )
    },
    correctTypos: (from?: string, keep = false) =>
      attempt(() =>
        bridge.imports.correctTypos({
          id,
          ...(from === undefined ? {} : { from }),
          ...(keep ? { keep } : {}),
        }),
      ),
    /** Says that the open row's address is meant as it is written. */
    async keep(addressColumn: number): Promise<boolean> {
      const row = openRow.value
      const text = row && cellOf(row, addressColumn)?.text
      if (!row || !text) return false
      return attempt(() =>
        bridge.imports.repair({ id, row: row.row, column: addressColumn, text, alike: false }),
      )
    },
    leaveOut: (rows: number[], leftOut: boolean) =>
      attempt(() => bridge.imports.leaveOut({ id, rows, leftOut })),
  }
}

/** What {@link useRepair} answers. */
export type RepairState = ReturnType<typeof useRepair>
