import { useId } from 'vue'
import type { FilterCondition } from '../../../../src-shared/interface/filter'
import { useBridge } from '../../../bridge'
import { useEnteredAnswer } from '../../../kit/state/entered-answer'
import { useLiveStore } from '../../../stores/live'

/** How many contacts of the copy a condition holds for, again whenever it or the copy changed. null: it is no condition yet. */
export function useConditionCount(condition: () => FilterCondition | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const asker = useId()
  return useEnteredAnswer({
    asked: condition,
    ask: (asked) => bridge.segments.count({ condition: asked, asker }),
    changes: [condition, () => live.copyKey],
    pauseMs: 200,
  })
}
