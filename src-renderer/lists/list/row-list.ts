import { watchThrottled } from '@vueuse/core'
import { computed, ref, shallowRef, toValue, type MaybeRefOrGetter } from 'vue'
import type { Slice } from '../../../src-shared/bridge/base'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useSettingsStore } from '../../stores/settings'
import type { ListColumn } from './column'
import type { LoadSlice } from './slice-cache'

/** Rows as they are answered, with whatever is told beside them. `revision`: of the copy, where the answer tells it. */
interface RowPage<Row> {
  rows: Row[]
  count: number
  revision?: number
}

/** A list: what it is called, its columns, where its rows come from, and when they are read again. */
interface RowSource<Asked, Row, Page extends RowPage<Row>> {
  label: MaybeRefOrGetter<string>
  columns: MaybeRefOrGetter<readonly ListColumn[]>
  /** Which rows: another question is another list. */
  asked: () => Asked
  read(asked: Asked, slice: Slice, options: { signal: AbortSignal }): Promise<Page & RowPage<Row>>
  /** What tells rows apart that have no `id`. */
  idOf?: (row: Row) => string
  /** What a row is called by screen readers. */
  nameOf: (row: Row) => string
  /** Becomes another one whenever the rows may have changed. */
  changes?: () => unknown
  /** How often they are read again at most (milliseconds). */
  pauseMs?: number
}

/** The rows of a list of the profile that is open, as {@link LoadSlice} reads them, and what the last answer said. */
export function useRowList<Asked, Row, Page extends RowPage<Row>>(of: RowSource<Asked, Row, Page>) {
  const live = useLiveStore()
  const settings = useSettingsStore()
  const revision = ref(0)
  const page = shallowRef<Page | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const readAgain = () => void (revision.value += 1)
  if (of.changes) watchThrottled(of.changes, readAgain, { throttle: of.pauseMs ?? 0 })

  // What they are made of comes anew with every push, and a list that is another begins at its top.
  const asked = computed<Asked>((before) => {
    const now = of.asked()
    return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
  })

  const load = computed<LoadSlice<Row>>(() => {
    const question = asked.value
    // Another profile is another list, though the question reads the same.
    void live.currentId
    return async (offset, limit, signal) => {
      const at = revision.value
      const found = await of.read(question, { offset, limit }, { signal })
      page.value = found
      problem.value = null
      return { rows: found.rows, count: found.count, revision: found.revision ?? at }
    }
  })

  const failed = (error: unknown) => void (problem.value = problemOf(error))

  return {
    load,
    revision,
    /** What BigList.vue is given of it, as attributes. */
    bound: computed(() => ({
      label: toValue(of.label),
      columns: toValue(of.columns),
      idOf: of.idOf ?? idOf,
      nameOf: of.nameOf,
      load: load.value,
      revision: revision.value,
      density: settings.density,
      onFailed: failed,
    })),
    /** The last answer; null before the first. */
    page,
    /** How many rows there are; null before the first answer. */
    count: computed(() => page.value?.count ?? null),
    problem,
    failed,
    readAgain,
  }
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : ''
}
