import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, useId, watch, type Ref } from 'vue'
import type { SegmentGap } from '../../../../src-shared/bridge/segments'
import type { FilterCondition } from '../../../../src-shared/interface/filter'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'

/** How many contacts of the copy a condition holds for, and how long counting took (milliseconds). */
interface ConditionCount {
  count: number
  total: number
  tookMs: number
  gaps: readonly SegmentGap[]
}

/** So long nothing is typed before it is counted (milliseconds). */
const pause = 200

/** Counts a condition whenever it or the copy changed; what is no condition yet is not counted. */
export function useConditionCount(condition: Ref<FilterCondition | null>) {
  const bridge = useBridge()
  const live = useLiveStore()
  const asker = useId()
  const counted = shallowRef<ConditionCount | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const counting = ref(false)
  let turn = 0

  const count = useDebounceFn(async () => {
    const asked = condition.value
    const mine = ++turn
    if (asked === null) {
      counting.value = false
      return
    }
    try {
      const answer = await bridge.segments.count({ condition: asked, asker })
      if (mine !== turn) return
      counted.value = answer
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    } finally {
      if (mine === turn) counting.value = false
    }
  }, pause)

  watch(
    [condition, () => live.copyKey],
    ([now]) => {
      turn += 1
      counting.value = now !== null
      if (now === null) counted.value = null
      void count()
    },
    { immediate: true },
  )
  onScopeDispose(() => (turn = -1))
  return { counted, problem, counting }
}
