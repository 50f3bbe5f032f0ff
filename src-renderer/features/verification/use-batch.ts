import { computed } from 'vue'
import type { Batch, BatchDetail } from '../../../src-shared/bridge/verification'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'

/** The batch that is open: what is known of it, kept fresh, and what a person does to it; its verdicts stay known. */
export function useBatch(id: () => number | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const { current, problem, refusal, busy, reload, act, discard } = useOpened<BatchDetail, Batch>({
    id,
    get: (asked) => bridge.verification.get({ id: asked }),
    discard: (asked) => bridge.verification.discard({ id: asked }),
    changes: () => live.batchesKey,
    pushes: () => live.batches,
    pushed: (open) => live.batches?.active.find((one) => one.id === open) ?? null,
    pauseMs: 700,
  })

  rememberOpened('batch', () => (current.value === null ? null : String(current.value.id)))

  const detail = computed<BatchDetail | null>(() => {
    const job = live.jobs.find((one) => one.id === current.value?.job?.id)
    return current.value && job ? { ...current.value, job } : current.value
  })

  return { detail, problem, refusal, busy, reload, act, discard }
}
