import type { Batch } from '../../../src-shared/bridge/verification'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useRowList } from '../../lists/list/row-list'

/** Every batch of the profile, the newest first; read again as they change. */
export function useBatches() {
  const bridge = useBridge()
  const live = useLiveStore()
  const list = useRowList({
    asked: () => null,
    async read(_, slice, options) {
      const { batches, count } = await bridge.verification.page({ slice }, options)
      return { rows: batches, count }
    },
    changes: () => live.batchesKey,
    pauseMs: 1000,
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

  return { ...list, current, ofJob }
}
