import { t } from '../../../../src-shared/messages/message'
import { computed, onMounted, ref, watch } from 'vue'
import type {
  ProjectActivityFilter,
  ProjectActivityKind,
  ProjectActivityRow,
} from '../../../../src-shared/bridge/project-activity'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { useAnswer } from '../../../kit/state/answer'
import type { ListColumn } from '../../../lists/list/column'
import { useRowList } from '../../../lists/list/row-list'
import { useSaving } from '../../../kit/save/saving'
import { typeWords } from './project-words'

const columns: ListColumn[] = [
  { key: 'type', label: t('words.what'), width: 144 },
  { key: 'what', label: t('activity.projectActivityPage.subjectOrName'), width: 224, grow: true },
  { key: 'about', label: t('activity.activityPanel.partOf'), width: 176, leaves: 1 },
  { key: 'email', label: t('activity.activityPanel.person'), width: 224, leaves: 2 },
  { key: 'at', label: t('words.when'), width: 104, align: 'end' },
]

function nameOf({ type, what, email }: ProjectActivityRow): string {
  return `${typeWords(type)}, ${what}, ${email ?? t('activity.projectActivityPage.nobody')}`
}

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
    label: t('activity.projectActivityPage.activityOfTheProject'),
    columns,
    nameOf,
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
  watch([() => live.offline, () => live.currentId], () => void read())

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
