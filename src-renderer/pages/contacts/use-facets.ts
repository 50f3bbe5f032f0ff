import { watchThrottled } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ContactField, ContactQuery, Facet } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How often counts follow a copy that is changing (milliseconds). A changed filter is followed at once. */
const pause = 1000

/** Counts per value while `shown`; what was counted last stays until the next is there. `limit` values a field. */
export function useFacets(input: {
  query: Ref<ContactQuery>
  fields: Ref<ContactField[]>
  shown: Ref<boolean>
  limit?: number
}) {
  const bridge = useBridge()
  const live = useLiveStore()
  const facets = shallowRef<Facet[]>([])
  const problem = shallowRef<Problem | null>(null)
  let asking: AbortController | null = null

  async function ask(): Promise<void> {
    asking?.abort()
    if (!input.shown.value || input.fields.value.length === 0) return
    const request = new AbortController()
    asking = request
    try {
      const answer = await bridge.contacts.facets(
        { query: input.query.value, fields: input.fields.value, limit: input.limit ?? 8 },
        { signal: request.signal },
      )
      if (request.signal.aborted) return
      facets.value = answer.facets
      problem.value = null
    } catch (error) {
      if (!request.signal.aborted) problem.value = problemOf(error)
    }
  }

  watch(
    [input.query, () => input.fields.value.join('\n'), input.shown],
    () => {
      void ask()
    },
    { immediate: true },
  )
  watchThrottled(() => live.copyKey, ask, { throttle: pause })
  onScopeDispose(() => asking?.abort())

  return { facets, problem }
}
