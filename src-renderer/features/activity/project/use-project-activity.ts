import { computed, onMounted, ref, shallowRef, watch } from 'vue'
import type {
  ProjectActivityFilter,
  ProjectActivityKind,
  ProjectActivityRow,
} from '../../../../src-shared/bridge/project-activity'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { LoadSlice } from '../../../lists/list/slice-cache'
import { useLiveStore } from '../../../stores/live'

/** What the service tells of the project: read when the screen opens and whenever the service answers again, kept for when it does not. */
export function useProjectActivity() {
  const bridge = useBridge()
  const live = useLiveStore()
  const kind = ref<ProjectActivityKind | null>(null)
  const search = ref('')
  const counts = shallowRef({ count: 0, total: 0, asOf: null as number | null, whole: false })
  const upcoming = shallowRef<ProjectActivityRow[]>([])
  const problem = shallowRef<Problem | null>(null)
  const reading = ref(false)
  const revision = ref(0)

  const filter = computed<ProjectActivityFilter>(() => ({ kind: kind.value, search: search.value }))
  const isFiltered = computed(() => kind.value !== null || search.value !== '')
  const load = computed<LoadSlice<ProjectActivityRow>>(() => {
    const asked = filter.value
    void live.current?.id
    return async (offset, limit, signal) => {
      const shown = revision.value
      const page = await bridge.projectActivity.page({ filter: asked, slice: { offset, limit } }, { signal })
      counts.value = { count: page.count, total: page.total, asOf: page.asOf, whole: page.whole }
      return { rows: page.rows, count: page.count, revision: shown }
    }
  })

  /** Shows what is kept, whatever came of asking. */
  async function show(): Promise<void> {
    revision.value += 1
    upcoming.value = (await bridge.projectActivity.upcoming()).rows
  }

  async function ask(call: () => Promise<{ added: number }>): Promise<void> {
    if (reading.value || live.offline) return
    reading.value = true
    try {
      await call()
      problem.value = null
      await show()
    } catch (error) {
      problem.value = problemOf(error)
    } finally {
      reading.value = false
    }
  }
  const read = () => ask(() => bridge.projectActivity.read())
  const readOlder = () => ask(() => bridge.projectActivity.readOlder())

  function clear(): void {
    kind.value = null
    search.value = ''
  }

  onMounted(async () => {
    try {
      await show()
    } catch (error) {
      problem.value = problemOf(error)
    }
    await read()
  })
  watch(
    () => [live.offline, live.current?.id],
    () => void read(),
  )

  return {
    kind,
    search,
    isFiltered,
    counts,
    upcoming,
    problem,
    reading,
    load,
    revision,
    read,
    readOlder,
    clear,
  }
}
