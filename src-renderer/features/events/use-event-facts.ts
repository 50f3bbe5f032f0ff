import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { EventQuery, Histogram } from '../../../src-shared/bridge/events'
import { problemOf, useBridge } from '../../bridge'
import type { Problem } from '../../../src-shared/problem'
import { useLiveStore } from '../../stores/live'

/** How many bars the histogram has. */
const buckets = 96

/** What stands around the list: the histogram of the query, and the names with their counts. */
export function useEventFacts(query: Ref<EventQuery>) {
  const bridge = useBridge()
  const live = useLiveStore()
  const histogram = shallowRef<Histogram | null>(null)
  const names = shallowRef<{ name: string; count: number }[]>([])
  const problem = shallowRef<Problem | null>(null)
  let latest = 0

  async function ask(): Promise<void> {
    const mine = ++latest
    try {
      const [bars, found] = await Promise.all([
        bridge.events.histogram({ query: query.value, buckets }),
        bridge.events.names(),
      ])
      if (mine !== latest) return
      histogram.value = bars
      names.value = found.names
      problem.value = null
    } catch (error) {
      if (mine === latest) problem.value = problemOf(error)
    }
  }

  watch([query, () => live.copyKey], ask, { immediate: true })
  onScopeDispose(() => {
    latest = -1
  })
  return { histogram, names, problem }
}
