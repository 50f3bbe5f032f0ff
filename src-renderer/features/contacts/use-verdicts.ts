import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { PastVerdict } from '../../../src-shared/bridge/verdicts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** Every verdict over one address, the newest first, read again as the copy and rules change; and a check of it now. */
export function useVerdicts(email: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const verdicts = shallowRef<PastVerdict[] | null>(null)
  /** Why they cannot be read, or why the last check came to nothing. */
  const problem = shallowRef<Problem | null>(null)
  const checking = shallowRef<string | null>(null)

  /** Takes an answer, unless another address is shown by then. */
  async function take(ask: (email: string) => Promise<{ verdicts: PastVerdict[] }>): Promise<void> {
    const asked = email()
    try {
      const answer = await ask(asked)
      if (asked !== email()) return
      verdicts.value = answer.verdicts
      problem.value = null
    } catch (error) {
      if (asked === email()) problem.value = problemOf(error)
    }
  }
  const read = () => take((asked) => bridge.verdicts.history({ email: asked }))
  watch(
    email,
    () => {
      verdicts.value = null
      problem.value = null
      void read()
    },
    { immediate: true },
  )
  // What a check said last stays beside what is read again.
  watchThrottled(
    [() => live.copyKey, () => live.batchesKey],
    () => {
      if (problem.value === null) void read()
    },
    { throttle: 250 },
  )

  async function check(): Promise<void> {
    const asked = email()
    checking.value = asked
    await take((address) => bridge.verdicts.checkNow({ email: address }))
    if (checking.value === asked) checking.value = null
  }

  return { verdicts, problem, checking: computed(() => checking.value === email()), check }
}
