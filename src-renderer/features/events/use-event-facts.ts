import { computed, type Ref } from 'vue'
import type { EventQuery } from '../../../src-shared/bridge/events'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useAnswer } from '../../kit/state/answer'

const buckets = 96

/** What stands around the list: the histogram of the query, and the names with their counts. */
export function useEventFacts(query: Ref<EventQuery>) {
  const bridge = useBridge()
  const live = useLiveStore()
  const { answer, problem } = useAnswer({
    ask: () => Promise.all([bridge.events.histogram({ query: query.value, buckets }), bridge.events.names()]),
    changes: () => [query.value, live.copyKey],
  })
  return {
    histogram: computed(() => answer.value?.[0] ?? null),
    names: computed(() => answer.value?.[1].names ?? []),
    problem,
  }
}
