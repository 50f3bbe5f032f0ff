import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Audience } from '../../../../src-shared/bridge/review'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import type { SegmentGap } from '../../../../src-shared/bridge/segments'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { LoadSlice } from '../../../lists/list/slice-cache'
import { useLiveStore } from '../../../stores/live'
import { conditionOf } from './condition-of'

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
  const people = shallowRef<FrozenPeople | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const counting = ref(false)
  const wanted = refDebounced(
    computed(() => JSON.stringify(audience())),
    rest,
  )
  let turn = 0

  async function freeze(now: Audience): Promise<Omit<FrozenPeople, 'revision'>> {
    if (now.kind === 'segment') return bridge.segments.members({ id: now.id })
    return { ...(await bridge.segments.freeze({ condition: conditionOf(now) })), asOf: null, notCopied: 0 }
  }

  async function count(): Promise<void> {
    const now = audience()
    const mine = ++turn
    problem.value = null
    if (now === null) {
      people.value = null
      counting.value = false
      return
    }
    counting.value = true
    const revision = live.copy?.revision ?? 0
    try {
      const found = await freeze(now)
      if (mine === turn) people.value = { ...found, revision }
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    } finally {
      if (mine === turn) counting.value = false
    }
  }
  watch([wanted, () => live.current?.id], () => void count(), { immediate: true })

  const load = computed<LoadSlice<ContactRow>>(() => {
    const selectionId = people.value?.selectionId ?? ''
    return async (offset, limit, signal) => {
      const revision = live.copy?.revision ?? 0
      const page = await bridge.segments.people({ selectionId, slice: { offset, limit } }, { signal })
      return { ...page, revision }
    }
  })

  return {
    people,
    problem,
    counting,
    load,
    /** The copy changed since they were counted. */
    stale: computed(() => people.value !== null && people.value.revision !== (live.copy?.revision ?? 0)),
    count,
    failed: (error: unknown) => (problem.value = problemOf(error)),
  }
}
