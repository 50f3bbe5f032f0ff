import { computed } from 'vue'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import type { SegmentGap } from '../../../src-shared/bridge/segments'
import { problemOf, useBridge } from '../../bridge'
import type { LoadSlice } from '../../lists/list/slice-cache'
import { useLiveStore } from '../../stores/live'
import { useAnswer } from '../../kit/state/answer'

/** The members of a segment as they were when they were frozen. */
export interface FrozenMembers {
  selectionId: string
  count: number
  asOf: number | null
  notCopied: number
  gaps: readonly SegmentGap[]
  /** Of the copy then. */
  revision: number
}

/** The members of a segment, frozen: the people seen are the people acted on. */
export function useMembers(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const {
    answer: members,
    problem,
    load: freeze,
  } = useAnswer<FrozenMembers>({ ask: () => bridge.segments.members({ id: id() }), of: id })

  const load = computed<LoadSlice<ContactRow> | null>(() => {
    const frozen = members.value
    if (frozen === null) return null
    return async (offset, limit, signal) => {
      const { selectionId } = frozen
      const page = await bridge.segments.people({ selectionId, slice: { offset, limit } }, { signal })
      return { ...page, revision: 0 }
    }
  })

  return {
    members,
    problem,
    load,
    freeze,
    /** Whether the copy changed since: there may be others by now. */
    isOld: computed(() => members.value !== null && (live.copy?.revision ?? 0) > members.value.revision),
    failed: (error: unknown) => (problem.value = problemOf(error)),
  }
}
