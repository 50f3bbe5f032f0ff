import { refDebounced, watchThrottled } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { CampaignRow } from '../../../src-shared/bridge/campaigns'
import type { CatalogueQuery } from '../../../src-shared/bridge/catalogue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import type { ListSort } from '../../components/list/column'
import type { LoadSlice } from '../../components/list/slice-cache'
import { useLiveStore } from '../../stores/live'

/** Milliseconds of rest before what is typed is searched for, and between two readings while the copy changes. */
const rest = { search: 120, copy: 700 } as const

const sortFields = { name: 'name', updatedAt: 'updated' } as const

/** The list of campaigns: what it is narrowed to, in which order, and how its rows are read. */
export function useCampaigns() {
  const bridge = useBridge()
  const live = useLiveStore()
  const search = ref('')
  const status = ref('')
  const sort = ref<ListSort>({ key: 'updatedAt', direction: 'desc' })
  const revision = ref(0)
  /** What the last answer said; null before the first. */
  const known = shallowRef<{ count: number; total: number; asOf: number | null } | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const settled = refDebounced(search, rest.search)

  watchThrottled(
    () => live.copyKey,
    () => (revision.value += 1),
    { throttle: rest.copy, trailing: true },
  )

  const query = computed<CatalogueQuery>(() => ({
    search: settled.value.trim(),
    kinds: status.value === '' ? null : [status.value],
    sort: {
      by: sort.value.key === 'name' ? sortFields.name : sortFields.updatedAt,
      direction: sort.value.direction,
    },
  }))

  const load = computed<LoadSlice<CampaignRow>>(() => {
    void live.current?.id
    const asked = query.value
    return async (offset, limit, signal) => {
      const at = revision.value
      const page = await bridge.campaigns.page({ query: asked, slice: { offset, limit } }, { signal })
      known.value = { count: page.count, total: page.total, asOf: page.asOf }
      problem.value = null
      return { rows: page.rows, count: page.count, revision: at }
    }
  })

  function clear(): void {
    search.value = ''
    status.value = ''
  }

  return {
    search,
    status,
    sort,
    load,
    revision,
    known,
    problem,
    narrowed: computed(() => query.value.search !== '' || status.value !== ''),
    clear,
    failed: (error: unknown) => (problem.value = problemOf(error)),
  }
}
