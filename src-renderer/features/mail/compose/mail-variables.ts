import { shallowRef, watch } from 'vue'
import { problemOf, useBridge } from '../../../bridge'
import type { KnownVariable } from './editor/variables'
import { useLiveStore } from '../../../stores/live'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import type { Problem } from '../../../../src-shared/problem'

/** The names that variables can have, the most frequent first, and the templates' language: asked once a profile. */
export function useVariables() {
  const bridge = useBridge()
  const live = useLiveStore()
  const variables = shallowRef<readonly KnownVariable[]>([])
  const language = shallowRef<TemplateLanguage>('plain')
  /** Why none can be offered. */
  const problem = shallowRef<Problem | null>(null)
  watch(
    () => live.current?.id,
    async () => {
      try {
        const known = await bridge.review.variables()
        variables.value = known.variables
        language.value = known.language
        problem.value = null
      } catch (error) {
        problem.value = problemOf(error)
      }
    },
    { immediate: true },
  )
  return { variables, language, problem }
}
