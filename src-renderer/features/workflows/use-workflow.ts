import { computed } from 'vue'
import type { WorkflowDetail } from '../../../src-shared/bridge/workflows'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useSaving } from '../../kit/save/saving'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'

/** What of a workflow a person can change. */
type WorkflowChanges = Parameters<ReturnType<typeof useBridge>['workflows']['update']>[0]['changes']

/** The workflow that is open, from the copy, and what is done to it. */
export function useWorkflow(id: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  rememberOpened('workflow', id)
  const refreshing = useSaving()
  const opened = useOpened<WorkflowDetail, never>({
    id,
    get: (asked) => bridge.workflows.get({ id: asked }),
    changes: () => live.copyKey,
    pauseMs: 700,
  })

  async function change(changes: WorkflowChanges): Promise<void> {
    const now = opened.current.value
    if (!now) return
    opened.take(await bridge.workflows.update({ id: now.id, changes, basis: now.basis }))
  }

  return {
    detail: opened.current,
    problem: opened.problem,
    reload: opened.reload,
    refresh: async (): Promise<void> => {
      const asked = id()
      if (asked === null) return
      await refreshing.run(async () => {
        const detail = await bridge.workflows.refresh({ id: asked })
        if (id() === asked) opened.take(detail)
      })
    },
    refreshing: refreshing.busy,
    refusal: computed(() => refreshing.problem.value),
    /** Rejects with why it was refused. */
    change,
    /** Rejects with why it was refused. `typed`: its name. */
    remove: async (typed: string): Promise<void> => {
      const now = opened.current.value
      if (now) await bridge.workflows.remove({ id: now.id, name: typed })
    },
  }
}
