import { watchThrottled } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Import, ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { LoadSlice } from '../../../components/list/slice-cache'
import { useLiveStore } from '../../../stores/live'

/** How often the list is read anew while an import changes (milliseconds). */
const pause = 1000

/** Every import of the profile, the newest first; read again as they change. */
export function useHistory() {
  const bridge = useBridge()
  const live = useLiveStore()
  const revision = ref(0)
  const count = ref<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  watchThrottled(
    () => live.importsKey,
    () => (revision.value += 1),
    { throttle: pause, trailing: true },
  )

  const load = computed<LoadSlice<Import>>(() => {
    void live.current?.id
    return async (offset, limit, signal) => {
      const at = revision.value
      const page = await bridge.imports.page({ slice: { offset, limit } }, { signal })
      count.value = page.count
      problem.value = null
      return { rows: page.imports, count: page.count, revision: at }
    }
  })
  return { load, revision, count, problem }
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
