import { computed, shallowRef, watch } from 'vue'
import { mostColumnsPreviewed, type ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** How many rows are previewed. */
const rowLimit = 50

/** The first rows of a file, as its reading has them; asked for again whenever the reading changes. */
export function usePreview(detail: () => ImportDetail) {
  const bridge = useBridge()
  const found = shallowRef<{ names: string[]; rows: { line: number; cells: string[] }[] } | null>(null)
  const problem = shallowRef<Problem | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const answer = await bridge.imports.preview({ id: detail().id, limit: rowLimit })
      if (mine !== turn) return
      found.value = answer
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  const key = computed(() => {
    const { id, reading, work, rows } = detail()
    return JSON.stringify([id, reading, work?.what === 'reading', rows])
  })
  watch(key, load, { immediate: true })

  return {
    /** Null before the first answer. */
    preview: computed(() => {
      const now = found.value
      if (!now) return null
      const width = Math.min(mostColumnsPreviewed, now.names.length)
      return {
        names: now.names.slice(0, width),
        rows: now.rows.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) })),
        columns: now.names.length,
      }
    }),
    problem,
    load,
  }
}
