import { t } from '../../../../src-shared/messages/message'
import { computed, ref } from 'vue'
import type { Batch, BatchState } from '../../../../src-shared/bridge/verification'
import { useBridge } from '../../../bridge'
import { hasEnded } from '../../../jobs/job-words'
import type { ListColumn } from '../../../lists/list/column'
import { useRowList } from '../../../lists/list/row-list'
import { useLiveStore } from '../../../stores/live'
import { useNoticesStore } from '../../../stores/notices'
import type { MenuItem } from '../../../kit/page/MenuItems.vue'

const columns: ListColumn[] = [
  { key: 'name', label: t('words.batch'), width: 172, grow: true },
  { key: 'from', label: t('words.from'), width: 97, leaves: 2 },
  { key: 'classes', label: t('words.byClass'), width: 188, leaves: 3 },
  { key: 'addresses', label: t('words.addresses'), width: 88, align: 'end' },
  { key: 'calls', label: t('words.calls'), width: 116, align: 'end', leaves: 4 },
  { key: 'changed', label: t('words.changed'), width: 78, align: 'end', leaves: 1 },
  { key: 'state', label: t('words.state'), width: 220 },
  { key: 'at', label: t('verification.batchList.made'), width: 92, align: 'end' },
]

/** The list of batches: narrowed by name and state, as they are now, and what the menu of one does. */
export function useBatchList() {
  const bridge = useBridge()
  const live = useLiveStore()
  const notices = useNoticesStore()
  const search = ref('')
  const state = ref<BatchState | null>(null)
  const list = useRowList({
    label: t('verification.batchList.batches'),
    columns,
    asked: () => ({ search: search.value.slice(0, 200), state: state.value }),
    async read(asked, slice, options) {
      const { batches, count } = await bridge.verification.page({ ...asked, slice }, options)
      return { rows: batches, count }
    },
    nameOf: ({ name }) => name,
    changes: () => live.batchesKey,
    pauseMs: 1000,
  })

  /** A batch as it is now: with what was pushed of it, and its job as it goes. */
  function current(batch: Batch): Batch {
    const found = live.batches?.active.find(({ id }) => id === batch.id) ?? batch
    const job = live.jobs.find(({ id }) => id === found.job?.id)
    return job ? { ...found, job } : found
  }

  function menuOf(batch: Batch): MenuItem[] {
    const { job } = current(batch)
    const isLive = job !== null && !hasEnded(job)
    const isPaused = job?.state === 'paused'
    return [
      { key: 'open', label: t('words.open') },
      ...(isLive && !isPaused ? [{ key: 'pause', label: t('words.pause') }] : []),
      ...(isPaused ? [{ key: 'resume', label: t('words.resume') }] : []),
      {
        key: 'delete',
        label: t('words.delete'),
        danger: true,
        group: 'end',
        disabled: isLive && !isPaused,
      },
    ]
  }

  function act(batch: Batch, key: string): void {
    const { job } = current(batch)
    if (!job) return
    if (key === 'pause') void notices.attempt(() => bridge.jobs.pause({ id: job.id }))
    else if (key === 'resume') void notices.attempt(() => bridge.jobs.resume({ id: job.id }))
  }

  return {
    ...list,
    search,
    state,
    isNarrowed: computed(() => search.value !== '' || state.value !== null),
    current,
    menuOf,
    act,
  }
}
