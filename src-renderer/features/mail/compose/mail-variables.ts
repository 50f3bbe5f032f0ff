import { computed } from 'vue'
import { useBridge } from '../../../bridge'
import type { KnownVariable } from './editor/variables'
import { useLiveStore } from '../../../stores/live'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { useAnswer } from '../../../kit/state/answer'

/** The names that variables can have, the most frequent first, and the templates' language: asked once a profile. */
export function useVariables() {
  const bridge = useBridge()
  const live = useLiveStore()
  const { answer } = useAnswer({
    ask: () => bridge.review.variables(),
    changes: () => live.currentId,
  })
  return {
    variables: computed<readonly KnownVariable[]>(() => answer.value?.variables ?? []),
    language: computed<TemplateLanguage>(() => answer.value?.language ?? 'plain'),
  }
}
