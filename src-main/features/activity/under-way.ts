import type { ActivityDetail, ActivityHead } from '../../../src-shared/bridge/activity'
import type { Job } from '../../../src-shared/bridge/jobs'

/**
 * An entry of a job under way as the job stands: its row holds what was known when the job began. `jobs`: those that are to come to an
 * end yet. `now`: milliseconds since 1970.
 */
export function headAsItStands(head: ActivityHead, jobs: readonly Job[], now: number): ActivityHead {
  const job = underWay(head, head.work?.job, jobs)
  if (!job) return head
  const { id, total, done, failed, requests = 0 } = job
  const work = { job: id, total, done, failed }
  return { ...head, ...standing(job, now), work, requests: head.parts + requests }
}

/** The same of its details. */
export function detailAsItStands(entry: ActivityDetail, jobs: readonly Job[], now: number): ActivityDetail {
  const job = underWay(entry, entry.job, jobs)
  if (!job || entry.kind !== 'run') return entry
  const { id, total, done, failed, requests } = job
  return { ...entry, ...standing(job, now), sent: { job: id, total, done, failed, requests } }
}

function underWay(
  { outcome }: Pick<ActivityHead, 'outcome'>,
  id: number | null | undefined,
  jobs: readonly Job[],
): Job | undefined {
  return outcome === 'running' ? jobs.find((job) => job.id === id) : undefined
}

/** What a paused one took so far nobody can say: most of it may be its rest. */
function standing({ state, startedAt }: Job, now: number): Pick<ActivityHead, 'outcome' | 'durationMs'> {
  return state === 'paused'
    ? { outcome: 'paused', durationMs: null }
    : { outcome: 'running', durationMs: startedAt === null ? null : Math.max(0, now - startedAt) }
}
