import { computed } from 'vue'
import type { TemplateRow } from '../../src-shared/bridge/templates'
import { useBridge } from '../bridge'
import { useAnswer } from '../kit/state/answer'

/** As many templates as are offered for choice; their list has them all. */
const most = 500

/** The templates that can be chosen among, by name. `changes`: becomes another one whenever they may be others. */
export function useTemplateChoice(changes?: () => unknown) {
  const bridge = useBridge()
  const query = { search: '', kinds: null, sort: { by: 'name' as const, direction: 'asc' as const } }
  const { answer, problem } = useAnswer({
    ask: () => bridge.templates.page({ query, slice: { offset: 0, limit: most } }),
    ...(changes ? { changes } : {}),
  })
  return { templates: computed<readonly TemplateRow[]>(() => answer.value?.rows ?? []), problem }
}
