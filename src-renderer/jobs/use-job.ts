import { watchThrottled } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { Job, JobFailure, JobPace } from '../../src-shared/bridge/jobs'
import type { Problem } from '../../src-shared/problem'
import { problemOf, useBridge } from '../bridge'
import { useSaving } from '../kit/save/saving'

/** How often what failed, and the pace, are asked for while a job runs (milliseconds). */
const often = 2000

/** How many kinds of failure are shown at once. */
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
  const failures = shallowRef<JobFailure[]>([])
  /** How many kinds there are, shown or not. */
  const kinds = shallowRef(0)
  const problem = shallowRef<Problem | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const asked = job()
    const mine = ++turn
    if (!asked) {
      failures.value = []
      kinds.value = 0
      return
    }
    try {
      const found = await bridge.jobs.failures({ id: asked.id, slice: { offset: 0, limit: kindsShown } })
      if (mine !== turn) return
      failures.value = found.failures
      kinds.value = found.count
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  watch(() => job()?.id, load, { immediate: true })
  watchThrottled(() => `${job()?.failed} ${job()?.state}`, load, { throttle: often, trailing: true })
  return { failures, kinds, problem, reload: load }
}

/** Requests a minute since the job began; asked for again while it runs. */
export function useJobPace(job: () => Job | null) {
  const bridge = useBridge()
  const points = shallowRef<JobPace[]>([])
  const problem = shallowRef<Problem | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const asked = job()
    const mine = ++turn
    if (!asked) {
      points.value = []
      return
    }
    try {
      const pace = await bridge.jobs.pace({ id: asked.id })
      if (mine !== turn) return
      points.value = pace.points
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  watch(() => job()?.id, load, { immediate: true })
  watchThrottled(job, load, { throttle: often, trailing: true })
  return { points, problem }
}
