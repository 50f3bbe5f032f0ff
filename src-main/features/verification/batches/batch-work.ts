import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import { openingWorks, type VerifyingTools } from '../work'
import type { OpenWork } from '../../../jobs/job'
import { BatchRows, type BatchRowTools } from './batch-rows'

/** What the job of a batch finds its place with, as its row keeps it. */
export const batchDetailSchema = lazyObject(() => ({
  batch: z.number().int(),
  /** How many addresses there were to do when it was made. */
  total: z.number().int(),
  /** Who is unknown is asked about again: unknown verdicts from before this instant settle nothing. null: they do. */
  again: z.number().nullable(),
  /** Nothing that was known before this instant settles anything; null: it does while it counts. */
  since: z.number().nullable().default(null),
}))
export type BatchJobDetail = z.infer<typeof batchDetailSchema>

/** What the jobs of batches are done with. */
type BatchWorkTools = Omit<BatchRowTools, 'clock' | 'read'> & VerifyingTools

/** Does the jobs of kind `verification` that belong to a batch. */
export function createBatchVerification(tools: BatchWorkTools): OpenWork {
  const open = openingWorks(tools)
  return (job, found) => {
    const { batch, total, again, since } = batchDetailSchema.parse(found)
    const rows = new BatchRows(batch, tools, total)
    const work = open(job, rows, again, since)
    return Promise.resolve({
      progress: () => work.progress(),
      next: (signal) => work.next(signal),
      async close() {
        await work.close()
        await rows.rest()
      },
    })
  }
}
