import { computed } from 'vue'
import type { Import, ImportDetail, ImportStep, RowCounts } from '../../../src-shared/bridge/imports'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useLiveStore } from '../../stores/live'

/** The import that is open: what is known of it, kept fresh, and what a person does to it. */
export function useImport(id: () => number | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const { current, fetched, ...opened } = useOpened<ImportDetail, Import>({
    id,
    get: (asked) => bridge.imports.get({ id: asked }),
    discard: (asked) => bridge.imports.discard({ id: asked }),
    changes: () => live.importsKey,
    pushes: () => live.imports,
    pushed: (open) => live.imports?.active.find((one) => one.id === open) ?? null,
    // While it is read or checked, all that changes is pushed; what was found is asked for at the end.
    isPushedWhole: ({ work }) => work !== null,
    pauseMs: 400,
  })

  const detail = computed<ImportDetail | null>(() => {
    if (!current.value) return null
    const jobs = current.value.jobs.map((job) => live.jobs.find((one) => one.id === job.id) ?? job)
    return { ...current.value, jobs }
  })

  return {
    ...opened,
    detail,
    /** Notes that a step is looked at, so that the import is taken up there again. */
    async look(step: ImportStep): Promise<void> {
      const open = id()
      if (open === null) return
      // Nothing of a person's is lost where it fails: the import is taken up as far as it has come.
      await bridge.imports.look({ id: open, step }).catch(() => undefined)
    },
    counted(counts: RowCounts): void {
      if (fetched.value) fetched.value = { ...fetched.value, counts }
    },
  }
}

/** What {@link useImport} answers; every step is given it. */
export type OpenImport = ReturnType<typeof useImport>
