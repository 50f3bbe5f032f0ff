import { useIntervalFn } from '@vueuse/core'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'

/** How often new events are asked for while somebody watches a sending (milliseconds). */
const pace = 30_000

/** Keeps the copied events close to the service while a campaign is being sent: who got it is told by them. */
export function useFreshEvents(isSending: () => boolean): void {
  const bridge = useBridge()
  const live = useLiveStore()
  useIntervalFn(() => {
    if (!isSending() || live.offline || document.visibilityState !== 'visible') return
    // Where that fails the sync says so itself.
    bridge.sync.start({ resource: 'events', mode: 'quick' }).catch(() => undefined)
  }, pace)
}
