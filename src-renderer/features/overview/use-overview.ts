import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Overview } from '../../../src-shared/bridge/overview'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'
import { useLiveStore } from '../../stores/live'
import type { Arriving } from './figures'

type GrowthMonths = 6 | 12 | 24

/** The figures of the Overview, asked again whenever copy or profile changed: one question at a time, and the last one wins. */
export function useOverview() {
  const bridge = useBridge()
  const live = useLiveStore()
  const months = ref<GrowthMonths>(24)
  const overview = shallowRef<Overview | null>(null)
  const problem = shallowRef<Problem | null>(null)
  let asking = false
  let askAgain = false
  let gone = false

  async function ask(): Promise<void> {
    if (asking) {
      askAgain = true
      return
    }
    asking = true
    do {
      askAgain = false
      try {
        const answer = await bridge.overview.get({ months: months.value })
        if (gone) return
        overview.value = answer
        problem.value = null
      } catch (error) {
        problem.value = problemOf(error)
      }
    } while (askAgain && !gone)
    asking = false
  }

  watch(
    () => live.currentId,
    () => {
      overview.value = null
    },
  )
  watch([() => live.copyKey, months], ask, { immediate: true })
  onScopeDispose(() => {
    gone = true
  })

  const { answer: month } = useAnswer({
    ask: () => bridge.overview.month(),
    of: () => live.currentId,
    changes: () => live.copyKey,
    pauseMs: 2000,
  })

  /** How far the first copy of contacts is: until it is whole, its figures are of a part. */
  const arriving = computed<Arriving | null>(() => {
    const contacts = live.arriving
    return contacts && { received: contacts.rows, expected: contacts.run?.expected ?? null }
  })

  const isEmpty = computed(() => overview.value?.contacts === 0 && overview.value.events === 0)
  return { months, overview, month, arriving, problem, isEmpty, ask }
}
