import { computed, onMounted, ref, watch } from 'vue'
import type {
  ProjectActivityFilter,
  ProjectActivityKind,
} from '../../../../src-shared/bridge/project-activity'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { useAnswer } from '../../../kit/state/answer'
import { useRowList } from '../../../lists/list/row-list'
import { useSaving } from '../../../kit/save/saving'

/** What the service tells of the project: read when the screen opens and whenever the service answers again, kept for when it does not. */
export function useProjectActivity() {
  const bridge = useBridge()
  const live = useLiveStore()
  const kind = ref<ProjectActivityKind | null>(null)
  const search = ref('')

  const filter = computed<ProjectActivityFilter>(() => ({ kind: kind.value, search: search.value }))
  const isFiltered = computed(() => kind.value !== null || search.value !== '')
  const list = useRowList({
    asked: () => filter.value,
    read: (asked, slice, options) => bridge.projectActivity.page({ filter: asked, slice }, options),
  })

  const upcoming = useAnswer({ ask: () => bridge.projectActivity.upcoming() })
  const { busy: reading, problem: refusal, run } = useSaving()

  async function ask(call: () => Promise<{ added: number }>): Promise<void> {
    if (live.offline) return
    await run(async () => {
      await call()
      list.readAgain()
      await upcoming.load()
    })
  }
  const read = () => ask(() => bridge.projectActivity.read())
  const readOlder = () => ask(() => bridge.projectActivity.readOlder())

  function clear(): void {
    kind.value = null
    search.value = ''
  }

  onMounted(read)
  watch(
    () => [live.offline, live.current?.id],
    () => void read(),
  )

  return {
    kind,
    search,
    isFiltered,
    counts: computed(() => list.page.value ?? { count: 0, total: 0, asOf: null, whole: false }),
    upcoming: computed(() => upcoming.answer.value?.rows ?? []),
    problem: computed(() => refusal.value ?? upcoming.problem.value ?? list.problem.value),
    reading,
    bound: list.bound,
    read,
    readOlder,
    clear,
  }
}
