import { watchThrottled } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { Import, ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useNewestFirst } from '../../../lists/newest-first'
import { useLiveStore } from '../../../stores/live'

/** How often an import that is shown is read anew while it changes (milliseconds). */
const pause = 1000

/** Every import of the profile, the newest first; read again as they change. */
export function useHistory() {
  const bridge = useBridge()
  const live = useLiveStore()
  return useNewestFirst<Import>({
    changes: () => live.importsKey,
    async read(input, options) {
      const { imports, count } = await bridge.imports.page(input, options)
      return { rows: imports, count }
    },
  })
}

/** The import that the panel shows, with its mapping; read again as it changes. */
export function useShownImport(id: () => number) {
  const bridge = useBridge()
  const live = useLiveStore()
  const detail = shallowRef<ImportDetail | null>(null)
  const problem = shallowRef<Problem | null>(null)

  async function load(): Promise<void> {
    const asked = id()
    try {
      const found = await bridge.imports.get({ id: asked })
      if (asked !== id()) return
      detail.value = found
      problem.value = null
    } catch (error) {
      if (asked === id()) problem.value = problemOf(error)
    }
  }
  watch(
    id,
    () => {
      detail.value = null
      void load()
    },
    { immediate: true },
  )
  watchThrottled(() => live.importsKey, load, { throttle: pause, trailing: true })
  return { detail, problem, load }
}
