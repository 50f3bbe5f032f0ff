import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ColumnChoice, ImportColumn } from '../../../../src-shared/bridge/import-file'
import type { ImportDetail } from '../../../../src-shared/bridge/imports'
import { useBridge } from '../../../bridge'
import type { OpenImport } from '../use-import'
import { mapFaults } from './map-faults'

/** How long a choice rests before it is stored (milliseconds): a person goes through many in a row. */
const rest = 600

/** What a person decides about the columns: shown at once, stored soon, and all of it before the rows are checked. */
export function useMapping(open: OpenImport, detail: () => ImportDetail) {
  const bridge = useBridge()
  /** By index: what was chosen here and is not stored yet. */
  const edits = shallowRef<ReadonlyMap<number, ColumnChoice>>(new Map())

  const columns = computed<ImportColumn[]>(() =>
    detail().columns.map((column) => {
      const edit = edits.value.get(column.index)
      // The note speaks of the target before; the next answer words it anew.
      return edit ? { ...column, ...edit, note: null } : column
    }),
  )

  async function store(): Promise<boolean> {
    const sent = edits.value
    const chosen = columns.value.map(({ index, target, as, rule }) => ({ index, target, as, rule }))
    const stored = await open.act((id) => bridge.imports.map({ id, columns: chosen }))
    if (!stored) return false
    // What was chosen while the call was under way is still to be stored.
    edits.value = new Map([...edits.value].filter(([index, edit]) => sent.get(index) !== edit))
    return true
  }
  const storeSoon = useDebounceFn(() => (edits.value.size > 0 ? store() : true), rest)
  onScopeDispose(() => {
    if (edits.value.size > 0) void store()
  })

  return {
    columns,
    faults: computed(() => mapFaults(columns.value)),
    choose(index: number, change: Partial<ColumnChoice>): void {
      const column = columns.value.find((one) => one.index === index)
      if (!column) return
      const { target, as, rule } = column
      edits.value = new Map(edits.value).set(index, { target, as, rule, ...change })
      void storeSoon()
    },
    /** Back from what an earlier import says to what this file alone says. */
    async propose(): Promise<void> {
      edits.value = new Map()
      await open.act((id) => bridge.imports.propose({ id }))
    },
    /** Stores the mapping and has every row checked, unless that was done already. Answers whether it has begun. */
    async check(): Promise<boolean> {
      if (edits.value.size > 0 && !(await store())) return false
      // A changed mapping of rows that were checked has them checked again by itself.
      if (detail().counts !== null || detail().work?.what === 'checking') return true
      return open.act((id) => bridge.imports.check({ id }))
    },
  }
}
