import { watchThrottled } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { ListHealth } from '../../../src-shared/bridge/verdicts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How clean the list is, asked again as the copy, verdicts and rules change: once a second at most. */
export function useHealth() {
  const bridge = useBridge()
  const live = useLiveStore()
  const health = shallowRef<ListHealth | null>(null)
  const problem = shallowRef<Problem | null>(null)
  let asked = 0

  async function ask(): Promise<void> {
    const mine = (asked += 1)
    try {
      const answer = await bridge.verdicts.health()
      if (mine !== asked) return
      health.value = answer
      problem.value = null
    } catch (error) {
      if (mine === asked) problem.value = problemOf(error)
    }
  }
  watch(
    () => live.current?.id,
    () => {
      health.value = null
      void ask()
    },
    { immediate: true },
  )
  watchThrottled([() => live.copyKey, () => live.batchesKey], ask, { throttle: 1000 })
  onScopeDispose(() => (asked += 1))

  return { health, problem }
}
