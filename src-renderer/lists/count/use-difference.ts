import { computed } from 'vue'
import type { Counted } from '../../../src-shared/bridge/capabilities'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useAnswer } from '../../kit/state/answer'

/** How a count differs from the service's own, kept up to date; null where it does not, or nobody can say. */
export function useDifference(of: () => Counted | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  // The count itself stands beside it, and says what is wrong with the copy: here is only no mark.
  const { answer: compared } = useAnswer({
    async ask() {
      const counted = of()
      return counted === null || counted.kind === 'contacts' ? null : bridge.capabilities.compare(counted)
    },
    changes: () => `${JSON.stringify(of())} ${live.copyKey}`,
    pauseMs: 2000,
    forgets: true,
  })

  return computed(() =>
    of()?.kind === 'contacts'
      ? (live.service?.differences.find((each) => each.of.kind === 'contacts') ?? null)
      : compared.value,
  )
}
