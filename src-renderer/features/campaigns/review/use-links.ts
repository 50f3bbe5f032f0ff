import { shallowRef } from 'vue'
import type { LinkAnswer, Mail } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'

/** Looks a mail's links up, on request alone: each address is asked once. */
export function useLinks() {
  const bridge = useBridge()
  const answers = shallowRef<readonly LinkAnswer[]>([])
  const { busy, problem, run } = useLatest()

  function lookUp(mail: Mail): Promise<void> {
    answers.value = []
    problem.value = null
    return run(async (signal) => {
      for await (const answer of await bridge.review.lookUpLinks({ mail }, { signal })) {
        if (signal.aborted) return
        answers.value = [...answers.value, answer]
      }
    })
  }
  return { answers, busy, problem, lookUp }
}
