import { shallowRef, watch } from 'vue'
import { problemOf, useBridge } from '../bridge'
import type { KnownVariable } from '../components/mail/editor/variables'
import { useLiveStore } from '../stores/live'
import type { Problem } from '../../src-shared/problem'

/** The names that variables can have, the most frequent first: asked once a profile. */
export function useVariables() {
  const bridge = useBridge()
  const live = useLiveStore()
  const variables = shallowRef<readonly KnownVariable[]>([])
  /** Why none can be offered. */
  const problem = shallowRef<Problem | null>(null)
  watch(
    () => live.current?.id,
    async () => {
      try {
        variables.value = (await bridge.review.variables()).variables
        problem.value = null
      } catch (error) {
        problem.value = problemOf(error)
      }
    },
    { immediate: true },
  )
  return { variables, problem }
}
