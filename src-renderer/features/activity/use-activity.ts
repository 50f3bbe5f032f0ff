import { computed, ref, shallowRef, watch } from 'vue'
import type { ActivityEntry, ActivityFilter } from '../../../src-shared/bridge/activity'
import type { Problem } from '../../../src-shared/problem'
import { useBridge } from '../../bridge'
import type { LoadSlice } from '../../lists/list/slice-cache'
import { useLiveStore } from '../../stores/live'

/** The list of writes and runs, by filter. It is read again whenever the copy, a run or the outbox changed. */
export function useActivity() {
  const bridge = useBridge()
  const live = useLiveStore()
  const kind = ref<ActivityFilter['kind']>(null)
  const outcome = ref<ActivityFilter['outcome']>(null)
  const search = ref('')
  const counts = shallowRef({ count: 0, total: 0 })
  const problem = shallowRef<Problem | null>(null)

  const filter = computed<ActivityFilter>(() => ({
    kind: kind.value,
    outcome: outcome.value,
    search: search.value,
  }))
  const isFiltered = computed(() => kind.value !== null || outcome.value !== null || search.value !== '')

  /** Changes whenever something was done: the newest run, and what waits. */
  const stamp = computed(() => {
    const runs = live.sync?.resources.map(({ run, last }) => `${run?.id}${run?.state}${last?.id}`) ?? []
    const writes = live.outbox.map(({ id, state }) => `${id}${state}`)
    return [live.copyKey, ...runs, ...writes].join()
  })
  const revision = ref(0)
  watch(stamp, () => {
    revision.value += 1
  })

  const load = computed<LoadSlice<ActivityEntry>>(() => {
    const asked = filter.value
    void live.current?.id
    return async (offset, limit, signal) => {
      const shown = revision.value
      const page = await bridge.activity.page({ filter: asked, slice: { offset, limit } }, { signal })
      counts.value = { count: page.count, total: page.total }
      problem.value = null
      return { rows: page.entries, count: page.count, revision: shown }
    }
  })

  function clear(): void {
    kind.value = null
    outcome.value = null
    search.value = ''
  }

  return { kind, outcome, search, filter, isFiltered, counts, problem, load, revision, clear }
}
