import { watchThrottled } from '@vueuse/core'
import { watch } from 'vue'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'
import { useAnswer } from '../../kit/state/answer'
import { useSaving } from '../../kit/save/saving'

/** A segment that is open: as the copy has it, read again as the copy changes. */
export function useSegment(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  rememberOpened('segment', id)
  const {
    answer: current,
    problem,
    load: reload,
  } = useAnswer({ ask: () => bridge.segments.get({ id: id() }), of: id })
  const { busy, problem: refusal, ask } = useSaving()

  /** Reads it from the service now, with the members of a static one. Why not stands in `refusal`. */
  async function refresh(): Promise<boolean> {
    const asked = id()
    const found = await ask(() => bridge.segments.refresh({ id: asked }))
    if (found === null || asked !== id()) return false
    current.value = found
    problem.value = null
    return true
  }

  watch(id, () => (refusal.value = null))
  watchThrottled(
    () => live.copyKey,
    () => (busy.value ? undefined : reload()),
    { throttle: 1000, trailing: true },
  )

  return { current, problem, refusal, busy, reload, refresh }
}
