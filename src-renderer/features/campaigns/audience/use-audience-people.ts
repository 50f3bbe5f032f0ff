import { refDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { Audience } from '../../../../src-shared/bridge/review'
import type { SegmentGap } from '../../../../src-shared/bridge/segments'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { conditionOf } from './condition-of'
import { useRowList } from '../../../lists/list/row-list'
import { useAnswer } from '../../../kit/state/answer'

/** Milliseconds of rest after a condition changed before its people are looked up. */
const rest = 350

/** People who are frozen: as they were counted at `at`. */
interface FrozenPeople {
  selectionId: string
  count: number
  /** When the members of a static segment were last read; null: counted over the copy. */
  asOf: number | null
  /** Segments that the copy cannot tell the members of. */
  gaps: readonly SegmentGap[]
  /** Members who are not among the copied contacts. */
  notCopied: number
  /** The copy's revision when they were counted. */
  revision: number
}

/** The people whom an audience means, by the copy: a frozen list, counted again when the audience is another. */
export function useAudiencePeople(audience: () => Audience | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const wanted = refDebounced(
    computed(() => JSON.stringify(audience())),
    rest,
  )

  async function freeze(now: Audience): Promise<Omit<FrozenPeople, 'revision'>> {
    if (now.kind === 'segment') return bridge.segments.members({ id: now.id })
    return { ...(await bridge.segments.freeze({ condition: conditionOf(now) })), asOf: null, notCopied: 0 }
  }

  const asking = shallowRef(0)
  const {
    answer: people,
    problem,
    load: count,
  } = useAnswer({
    async ask(): Promise<FrozenPeople | null> {
      const now = audience()
      const revision = live.copy?.revision ?? 0
      if (now === null) return null
      asking.value += 1
      try {
        return { ...(await freeze(now)), revision }
      } finally {
        asking.value -= 1
      }
    },
    changes: () => [wanted.value, live.current?.id],
  })
  const list = useRowList({
    asked: () => people.value?.selectionId ?? '',
    async read(selectionId, slice, options) {
      const revision = live.copy?.revision ?? 0
      return { ...(await bridge.segments.people({ selectionId, slice }, options)), revision }
    },
  })

  return {
    people,
    problem: computed(() => problem.value ?? list.problem.value),
    counting: computed(() => asking.value > 0),
    bound: list.bound,
    /** The copy changed since they were counted. */
    stale: computed(() => people.value !== null && people.value.revision !== (live.copy?.revision ?? 0)),
    count,
  }
}
