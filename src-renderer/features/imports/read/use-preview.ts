import { computed } from 'vue'
import { mostColumnsPreviewed, type ImportDetail } from '../../../../src-shared/bridge/imports'
import { shownText } from '../../../../src-shared/unseen'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'

const rowLimit = 50

/** A cell as it is shown: what cannot be seen in it is drawn, a line break within it, and what hides. */
export const drawn = (cell: string) => shownText(cell.slice(0, 200)).replace(/\r\n|\r|\n/g, ' ↵ ')

/** The first rows of a file, as its reading has them; asked for again whenever the reading changes. */
export function usePreview(detail: () => ImportDetail) {
  const bridge = useBridge()
  const key = computed(() => {
    const { id, reading, work, rows } = detail()
    return JSON.stringify([id, reading, work?.what === 'reading', rows])
  })
  const {
    answer: found,
    problem,
    load,
  } = useAnswer({
    ask: () => bridge.imports.preview({ id: detail().id, limit: rowLimit }),
    changes: () => key.value,
  })

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
