import { computed, shallowRef } from 'vue'
import type { ImportRow, RowCounts } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { OpenImport } from '../use-import'
import { cellOf } from '../row-cell'
import { domainOf } from './row-words'

interface CellEdit {
  row: ImportRow
  column: number
  /** What stood there when it began, and what is typed now. */
  from: string
  text: string
}

type Repaired = { changed: number; counts: RowCounts }

function useCellEdit() {
  const openRow = shallowRef<ImportRow | null>(null)
  const edit = shallowRef<CellEdit | null>(null)
  const typed = computed(() => (edit.value && edit.value.text !== edit.value.from ? edit.value : null))
  const suggestion = computed(() =>
    typed.value ? null : ((edit.value?.row ?? openRow.value)?.suggestion ?? null),
  )

  return {
    openRow,
    edit,
    /** The cell in which something else was typed. */
    typed,
    suggestion,
    /** What Enter would write: the suggestion while nothing was typed, else what was typed; null: nothing. */
    offer: computed(() => typed.value?.text ?? suggestion.value?.email ?? null),
    begin(row: ImportRow, column: number): void {
      openRow.value = row
      const text = cellOf(row, column)?.text
      // A cell that is not read yet is not written over as if it were empty.
      if (text === undefined) return
      edit.value = { row, column, from: text, text }
    },
    cancel: () => void (edit.value = null),
  }
}

/**
 * The open row, the cell that is being repaired, and the repairs. Counts follow each answer; `changed` is called then, so
 * that the rows are read again. In one piece: every repair is of the open row, and one at a time.
 */
export function useRepair(open: OpenImport, id: number, changed: () => void) {
  const bridge = useBridge()
  const { typed, ...cell } = useCellEdit()
  const { openRow, edit, offer } = cell
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

  return {
    ...cell,
    busy,
    problem,
    /** Writes what {@link offer} says into one row, or into all alike. Answers whether nothing is left to write. */
    async use(addressColumn: number, alike: boolean): Promise<boolean> {
      const row = openRow.value
      const text = offer.value
      if (!row || text === null) {
        edit.value = null
        return true
      }
      const column = typed.value?.column ?? addressColumn
      const from = domainOf(cellOf(row, addressColumn)?.text ?? '')?.toLowerCase()
      const slip = open.detail.value?.counts?.typos.find((typo) => typo.from === from)
      return attempt(() =>
        alike && !typed.value && slip
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
