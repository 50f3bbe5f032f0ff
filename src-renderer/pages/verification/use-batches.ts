import { watchThrottled } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { Batch } from '../../../src-shared/bridge/verification'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import type { LoadSlice } from '../../components/list/slice-cache'
import { useLiveStore } from '../../stores/live'

/** How often the list is read anew while a batch changes (milliseconds). */
const pause = 1000

/** Every batch of the profile, the newest first; read again as they change. */
export function useBatches() {
  const bridge = useBridge()
  const live = useLiveStore()
  const revision = ref(0)
  const count = ref<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  watchThrottled(
    () => live.batchesKey,
    () => (revision.value += 1),
    { throttle: pause, trailing: true },
  )

  const load = computed<LoadSlice<Batch>>(() => {
    void live.current?.id
    return async (offset, limit, signal) => {
      const at = revision.value
      const page = await bridge.verification.page({ slice: { offset, limit } }, { signal })
      count.value = page.count
      problem.value = null
      return { rows: page.batches, count: page.count, revision: at }
    }
  })

  /** A batch as it is now: with what was pushed of it, and its job as it goes. */
  function current(batch: Batch): Batch {
    const found = live.batches?.active.find(({ id }) => id === batch.id) ?? batch
    const job = live.jobs.find(({ id }) => id === found.job?.id)
    return job ? { ...found, job } : found
  }

  /** The batch that a job belongs to; null where it is gone. Rejects where the core cannot be asked. */
  async function ofJob(jobId: number): Promise<number | null> {
    const { batches } = await bridge.verification.page({ slice: { offset: 0, limit: 500 } })
    return batches.find(({ job }) => job?.id === jobId)?.id ?? null
  }

  return {
    load,
    revision,
    count,
    problem,
    current,
    ofJob,
    failed: (error: unknown) => (problem.value = problemOf(error)),
  }
}
