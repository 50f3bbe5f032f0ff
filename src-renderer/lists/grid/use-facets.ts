import { watchThrottled } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import type { GridSource, ListFacet, ListField, ListFilter } from './list-field'

/** Counts per value while `shown`, `limit` values a field; the last stay until the next are there. `query`: what else decides. */
export function useFacets(input: {
  source: () => GridSource
  filters: Ref<ListFilter[]>
  query?: () => unknown
  fields: Ref<ListField[]>
  shown: Ref<boolean>
  limit?: number
  /** Only values in which it occurs. */
  containing?: () => string
}) {
  const facets = shallowRef<ListFacet[]>([])
  const problem = shallowRef<Problem | null>(null)
  const counting = ref(false)
  let asking: AbortController | null = null

  async function ask(): Promise<void> {
    asking?.abort()
    if (!input.shown.value || input.fields.value.length === 0) return
    const request = new AbortController()
    asking = request
    counting.value = true
    const containing = input.containing?.().trim() ?? ''
    try {
      const counted = await input.source().count(
        {
          filters: input.filters.value,
          fields: input.fields.value,
          limit: input.limit ?? 8,
          ...(containing === '' ? {} : { containing }),
        },
        { signal: request.signal },
      )
      if (request.signal.aborted) return
      facets.value = counted
      counting.value = false
      problem.value = null
    } catch (error) {
      if (!request.signal.aborted) problem.value = problemOf(error)
    }
  }

  watch(
    [
      input.filters,
      () => input.query?.(),
      () => input.fields.value.join('\n'),
      input.shown,
      () => input.containing?.(),
    ],
    () => {
      void ask()
    },
    { immediate: true },
  )
  watchThrottled(() => input.source().revision(), ask, { throttle: 1000 })
  onScopeDispose(() => asking?.abort())

  return { facets, problem, counting }
}
