import { onScopeDispose, ref, shallowRef } from 'vue'
import type { LinkAnswer, Mail } from '../../../../src-shared/bridge/review'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** Looks a mail's links up, on request alone: each address is asked once. */
export function useLinks() {
  const bridge = useBridge()
  const answers = shallowRef<readonly LinkAnswer[]>([])
  const busy = ref(false)
  const problem = shallowRef<Problem | null>(null)
  let asking: AbortController | null = null

  async function lookUp(mail: Mail): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    answers.value = []
    problem.value = null
    busy.value = true
    try {
      for await (const answer of await bridge.review.lookUpLinks({ mail }, { signal: mine.signal })) {
        if (mine.signal.aborted) return
        answers.value = [...answers.value, answer]
      }
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    } finally {
      if (asking === mine) busy.value = false
    }
  }

  const stop = () => asking?.abort()
  onScopeDispose(stop)
  return { answers, busy, problem, lookUp, stop }
}
