import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { Import } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'

/** How many earlier imports stand on the start. */
const shown = 8

/** How often they are asked for anew while one changes (milliseconds). */
const pause = 1000

/** The newest imports, kept fresh. */
export function useEarlier() {
  const bridge = useBridge()
  const live = useLiveStore()
  const page = shallowRef<{ imports: Import[]; count: number } | null>(null)
  const problem = shallowRef<Problem | null>(null)

  async function load(): Promise<void> {
    try {
      page.value = await bridge.imports.page({ slice: { offset: 0, limit: shown } })
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  watchThrottled(() => live.importsKey, load, { throttle: pause, trailing: true, immediate: true })

  return {
    imports: computed(() =>
      (page.value?.imports ?? []).map((one) => live.imports?.active.find(({ id }) => id === one.id) ?? one),
    ),
    /** How many there are in all; null before the first answer. */
    count: computed(() => page.value?.count ?? null),
    problem,
    load,
  }
}
