import { computed, type ComputedRef } from 'vue'
import { useLiveStore } from '../../stores/live'

/**
 * Why nothing of a campaign can be changed or sent now, in words; empty where it can. Such acts never wait for the
 * service (design.md, rule 11).
 */
export function useHindrance(): ComputedRef<string> {
  const live = useLiveStore()
  return computed(() => {
    if (live.current?.readOnly) return 'This profile is read-only: campaigns can be looked at.'
    return live.offline ? 'Offline. Campaigns are changed and sent when the service answers.' : ''
  })
}
