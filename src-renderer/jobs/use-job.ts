import { computed } from 'vue'
import type { Job, JobFailure, JobPace } from '../../src-shared/bridge/jobs'
import { useBridge } from '../bridge'
import { useSaving } from '../kit/save/saving'
import { useAnswer } from '../kit/state/answer'

/** How often what failed, and the pace, are asked for while a job runs (milliseconds). */
const often = 2000

const kindsShown = 50

/** Pausing, going on with and cancelling a job; a failure stands in `problem`. */
export function useJobActions(job: () => Pick<Job, 'id'> | null) {
  const bridge = useBridge()
  const { busy, problem, run } = useSaving()
  const attempt = (call: (input: { id: number }) => Promise<unknown>) => {
    const one = job()
    return one ? run(() => call({ id: one.id })) : Promise.resolve(false)
  }
  return {
    busy,
    problem,
    pause: () => attempt((input) => bridge.jobs.pause(input)),
    resume: () => attempt((input) => bridge.jobs.resume(input)),
    cancel: () => attempt((input) => bridge.jobs.cancel(input)),
  }
}

/** What failed in a job, alike ones together; asked for again as more fail. */
export function useJobFailures(job: () => Job | null) {
  const bridge = useBridge()
  const { answer, problem } = useAnswer({
    async ask() {
      const one = job()
      return one && bridge.jobs.failures({ id: one.id, slice: { offset: 0, limit: kindsShown } })
    },
    of: () => job()?.id,
    changes: () => `${job()?.failed} ${job()?.state}`,
    pauseMs: often,
  })
  return {
    failures: computed<JobFailure[]>(() => answer.value?.failures ?? []),
    kinds: computed(() => answer.value?.count ?? 0),
    problem,
  }
}

/** Requests a minute since the job began; asked for again while it runs. */
export function useJobPace(job: () => Job | null) {
  const bridge = useBridge()
  const { answer } = useAnswer({
    async ask() {
      const one = job()
      return one && bridge.jobs.pace({ id: one.id })
    },
    of: () => job()?.id,
    changes: job,
    pauseMs: often,
  })
  return { points: computed<JobPace[]>(() => answer.value?.points ?? []) }
}
