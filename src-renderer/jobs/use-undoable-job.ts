import { watchThrottled } from '@vueuse/core'
import { computed, type ComputedRef, watch } from 'vue'
import type { Job } from '../../src-shared/bridge/jobs'
import { useAnswer } from '../kit/state/answer'
import { useLiveStore } from '../stores/live'

/** What came of a job that can be taken back, asked for again as it goes on; and whichever of the two is under way. */
export function useUndoableJob<Result extends { job: Job; undo: Job | null }>(
  id: () => number,
  get: (of: { jobId: number }) => Promise<Result>,
) {
  const live = useLiveStore()
  const { answer: result, problem, load } = useAnswer({ ask: () => get({ jobId: id() }), of: id })
  const current = (wanted: number) => live.jobs.find((job) => job.id === wanted)
  const job: ComputedRef<Job | null> = computed(() => {
    const last = result.value?.undo ?? result.value?.job
    return last ? (current(last.id) ?? last) : (current(id()) ?? null)
  })
  // At its end at once: beside "done" the figures of half a second ago would say otherwise.
  watch(() => job.value?.state, load)
  watchThrottled(() => job.value?.done, load, { throttle: 500 })
  return {
    result,
    /** The undo where there is one, else what it takes back: as the core last said. */
    job,
    problem,
    load,
  }
}
