import { z } from 'zod'
import type { Cache } from '../../cache/store'
import type { RefreshCopy } from '../refresh-copy'
import type { JobProgress, ListFailures } from '../job'
import type { LookUpTools } from '../look-up'

/** What the jobs of changes are given. */
export interface BulkTools extends LookUpTools {
  cache: Cache
  refresh: RefreshCopy
}

const detailSchema = z.object({ bulk: z.number().int() })

/** What a job's row keeps to find its targets again. */
export type BulkDetail = z.infer<typeof detailSchema>

/** Which change a job does, or takes back. */
export function bulkOf(detail: unknown): number {
  return detailSchema.parse(detail).bulk
}

/** How far a change is, from the counters of its targets. */
export async function bulkProgress({ cache }: BulkTools, id: number): Promise<JobProgress> {
  const { total, done, skipped, failed } = await cache.bulk.get(id)
  return { total, done: done + skipped + failed, failed }
}

/** What failed in a change, or in taking it back. */
export function bulkFailures({ cache }: BulkTools, of: 'run' | 'undo'): ListFailures {
  return async (_, detail, slice) => {
    const { failures, count } = await cache.bulk.failures({ id: bulkOf(detail), of, slice })
    return {
      failures: failures.map(({ email, alike, problem: { code, status, why } }) => ({
        line: null,
        email,
        value: null,
        code,
        status: status ?? null,
        why,
        alike,
      })),
      count,
    }
  }
}
