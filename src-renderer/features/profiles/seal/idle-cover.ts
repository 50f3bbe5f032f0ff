import { useIdle } from '@vueuse/core'
import { computed, onScopeDispose, watch } from 'vue'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { useNoticesStore } from '../../../stores/notices'

const minuteMs = 60_000

/** Has the screen covered after the minutes without a key or click that were chosen with the passphrase. */
export function useIdleCover(): void {
  const bridge = useBridge()
  const live = useLiveStore()
  const notices = useNoticesStore()
  const minutes = computed(() => {
    const seal = live.profiles?.seal
    return seal?.kind === 'sealed' && !seal.locked && !seal.covered ? seal.lockAfterMinutes : null
  })

  let stop: () => void = () => undefined
  watch(
    minutes,
    (after) => {
      stop()
      if (after === null) return
      const { idle, stop: stopIdle } = useIdle(after * minuteMs, {
        events: ['keydown', 'mousedown', 'touchstart', 'wheel'],
        listenForVisibilityChange: false,
      })
      const unwatch = watch(idle, (isIdle) => {
        if (isIdle) void notices.attempt(() => bridge.seal.cover())
      })
      stop = () => {
        unwatch()
        stopIdle()
      }
    },
    { immediate: true },
  )
  onScopeDispose(() => stop())
}
