import { watchThrottled } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { Slice } from '../../src-shared/bridge/base'
import type { Problem } from '../../src-shared/problem'
import { problemOf } from '../bridge'
import type { LoadSlice } from './list/slice-cache'
import { useLiveStore } from '../stores/live'

/** How often a list is read anew while something in it changes (milliseconds). */
const pause = 1000

/** All of a profile's work of one kind, the newest first; read again as it changes. */
export function useNewestFirst<Row>(of: {
  /** Becomes another one whenever something of it changed. */
  changes(): unknown
  read(input: { slice: Slice }, options: { signal: AbortSignal }): Promise<{ rows: Row[]; count: number }>
}) {
  const live = useLiveStore()
  const revision = ref(0)
  const count = ref<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  watchThrottled(
    () => of.changes(),
    () => (revision.value += 1),
    { throttle: pause, trailing: true },
  )

  const load = computed<LoadSlice<Row>>(() => {
    // Another profile is another list.
    void live.current?.id
    return async (offset, limit, signal) => {
      const at = revision.value
      const page = await of.read({ slice: { offset, limit } }, { signal })
      count.value = page.count
      problem.value = null
      return { ...page, revision: at }
    }
  })

  return {
    load,
    revision,
    /** How many there are; null before the first answer. */
    count,
    problem,
    failed: (error: unknown) => (problem.value = problemOf(error)),
  }
}
