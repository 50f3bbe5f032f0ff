import { shallowRef, watch } from 'vue'
import type { PastVerdict } from '../../../../src-shared/bridge/verdicts'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'

/** Every verdict over one address, the newest first; read again as batches and rules change. */
export function useVerdictHistory(email: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const verdicts = shallowRef<PastVerdict[] | null>(null)
  const problem = shallowRef<Problem | null>(null)

  async function load(): Promise<void> {
    const asked = email()
    try {
      const found = await bridge.verdicts.history({ email: asked })
      if (asked !== email()) return
      verdicts.value = found.verdicts
      problem.value = null
    } catch (error) {
      if (asked === email()) problem.value = problemOf(error)
    }
  }
  watch(
    email,
    () => {
      verdicts.value = null
      void load()
    },
    { immediate: true },
  )
  watch(() => live.batchesKey, load)
  return { verdicts, problem, load }
}
