import { computed, ref } from 'vue'
import type { ActivityFilter } from '../../../src-shared/bridge/activity'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useRowList } from '../../lists/list/row-list'

/** The list of writes and runs, by filter. It is read again whenever the copy, a run or the outbox changed. */
export function useActivity() {
  const bridge = useBridge()
  const live = useLiveStore()
  const kind = ref<ActivityFilter['kind']>(null)
  const outcome = ref<ActivityFilter['outcome']>(null)
  const search = ref('')

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
  const list = useRowList({
    asked: () => filter.value,
    async read(asked, slice, options) {
      const { entries, count, total } = await bridge.activity.page({ filter: asked, slice }, options)
      return { rows: entries, count, total }
    },
    changes: () => stamp.value,
  })

  function clear(): void {
    kind.value = null
    outcome.value = null
    search.value = ''
  }

  return {
    kind,
    outcome,
    search,
    filter,
    isFiltered,
    counts: computed(() => ({ count: list.page.value?.count ?? 0, total: list.page.value?.total ?? 0 })),
    ...list,
    clear,
  }
}
