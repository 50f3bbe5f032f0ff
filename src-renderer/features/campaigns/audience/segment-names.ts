import { computed } from 'vue'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { useLiveStore } from '../../../stores/live'

/** The segments of the copy, by name. */
export function useSegmentNames() {
  const bridge = useBridge()
  const live = useLiveStore()
  const { answer, problem } = useAnswer({
    ask: () =>
      bridge.segments.page({
        query: { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } },
        slice: { offset: 0, limit: 500 },
      }),
    changes: () => live.copyKey,
    pauseMs: 1000,
  })
  const segments = computed(() => answer.value?.rows ?? [])
  return {
    segments,
    /** Whether they are known. */
    known: computed(() => answer.value !== null),
    problem,
    /** A segment's name; its id where the copy does not have it. */
    nameOf: (id: string) => segments.value.find((one) => one.id === id)?.name ?? id,
  }
}
