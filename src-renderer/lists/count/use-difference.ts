import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { CountDifference, Counted } from '../../../src-shared/bridge/capabilities'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How often a count is compared while the copy changes (milliseconds). */
const pause = 2000

/** How a count differs from the service's own, kept up to date; null where it does not, or nobody can say. */
export function useDifference(of: () => Counted | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const compared = shallowRef<CountDifference | null>(null)
  let turn = 0

  async function compare(): Promise<void> {
    const counted = of()
    const mine = ++turn
    if (counted === null || counted.kind === 'contacts') {
      compared.value = null
      return
    }
    try {
      const found = await bridge.capabilities.compare(counted)
      if (mine === turn) compared.value = found
    } catch {
      // The count itself stands beside it, and says what is wrong with the copy: here is only no mark.
      if (mine === turn) compared.value = null
    }
  }
  watchThrottled([() => JSON.stringify(of()), () => live.copyKey], compare, {
    throttle: pause,
    trailing: true,
    immediate: true,
  })

  return computed(() =>
    of()?.kind === 'contacts'
      ? (live.service?.differences.find((each) => each.of.kind === 'contacts') ?? null)
      : compared.value,
  )
}
