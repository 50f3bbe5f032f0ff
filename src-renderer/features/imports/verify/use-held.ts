import { computed, type MaybeRef } from 'vue'
import type { ImportDetail, RowFilter } from '../../../../src-shared/bridge/imports'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { useLiveStore } from '../../../stores/live'
import type { OpenImport } from '../use-import'
import { askRows } from '../check/ask-rows'
import type { ListColumn } from '../../../lists/list/column'
import { emailOf } from './row-address'
import { useRowList } from '../../../lists/list/row-list'

/** How many rows one call decides on. */
const atOnce = 500

type Decision = 'import' | 'leaveOut'

/** Rows of an import that a filter shows, with the cells of these columns, read again whenever the import changes. */
export function useFilteredRows(of: {
  detail: () => ImportDetail
  filter: () => RowFilter
  cells: () => number[]
  label: () => string
  columns: MaybeRef<readonly ListColumn[]>
}) {
  const bridge = useBridge()
  const live = useLiveStore()
  // As a text: the same columns of an import that was read again are no other query.
  const wanted = computed(() => of.cells().join())
  return useRowList({
    asked: () => {
      const cells = wanted.value === '' ? [] : wanted.value.split(',').map(Number)
      return { id: of.detail().id, filter: of.filter(), columns: cells, search: '' }
    },
    async read(asked, { offset, limit }, options) {
      const slice = { offset, limit: Math.min(limit, 500) }
      const { rows, count } = await askRows(bridge.imports.rows, { ...asked, slice }, options)
      return { rows, count }
    },
    label: of.label,
    columns: of.columns,
    idOf: ({ row }) => String(row),
    nameOf: (row) => emailOf(row, of.detail().columns),
    changes: () => live.importsKey,
  })
}

/** Decides about rows that wait for it, one by one or all of them. */
export function useHeld(open: OpenImport, detail: () => ImportDetail) {
  const bridge = useBridge()
  const { busy, problem, run } = useSaving()

  async function say(rows: number[], decision: Decision): Promise<number> {
    const leftOut = decision === 'leaveOut'
    const { changed, counts } = await bridge.imports.leaveOut({ id: detail().id, rows, leftOut })
    open.counted(counts)
    return changed
  }

  return {
    busy,
    problem,
    decide: (row: number, decision: Decision) => run(() => say([row], decision)),
    /** Takes the first rows that wait until none does: however many there are, few are held at a time. */
    decideAll: (decision: Decision) =>
      run(async () => {
        for (;;) {
          const slice = { offset: 0, limit: atOnce }
          const asked = { id: detail().id, filter: 'held' as const, search: '', columns: [] }
          const { rows } = await bridge.imports.rows({ ...asked, slice })
          if (rows.length === 0) return
          const changed = await say(
            rows.map(({ row }) => row),
            decision,
          )
          if (changed === 0) return
        }
      }),
  }
}
