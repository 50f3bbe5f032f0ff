import { watchThrottled } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import type { SegmentDetail } from '../../../src-shared/bridge/segments'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How often an open segment is read anew while the copy changes (milliseconds). */
const pause = 1000

/** A segment that is open: as the copy has it, read again as the copy changes. */
export function useSegment(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const current = shallowRef<SegmentDetail | null>(null)
  /** Why it could not be read; what was known before stays. */
  const problem = shallowRef<Problem | null>(null)
  /** Why the service could not be asked. */
  const refusal = shallowRef<Problem | null>(null)
  const busy = ref(false)
  /** Only the answer to the last question counts. */
  let turn = 0

  async function read(ask: () => Promise<SegmentDetail>, failed: typeof problem): Promise<boolean> {
    const mine = ++turn
    try {
      const detail = await ask()
      if (mine !== turn) return false
      current.value = detail
      problem.value = null
      return true
    } catch (error) {
      if (mine === turn) failed.value = problemOf(error)
      return false
    }
  }
  const reload = () => read(() => bridge.segments.get({ id: id() }), problem)

  /** Reads it from the service now, with the members of a static one. Why not stands in `refusal`. */
  async function refresh(): Promise<boolean> {
    busy.value = true
    refusal.value = null
    try {
      return await read(() => bridge.segments.refresh({ id: id() }), refusal)
    } finally {
      busy.value = false
    }
  }

  watch(
    id,
    () => {
      current.value = null
      problem.value = null
      refusal.value = null
      void reload()
    },
    { immediate: true },
  )
  watchThrottled(
    () => live.copyKey,
    () => (busy.value ? undefined : reload()),
    { throttle: pause, trailing: true },
  )

  return { current, problem, refusal, busy, reload, refresh }
}
