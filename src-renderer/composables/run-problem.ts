import { computed, type ComputedRef } from 'vue'
import type { Problem, ProblemCode } from '../../src-shared/problem'
import { useLiveStore } from '../stores/live'

/** What the band of the offline state says already, and what passes by itself. */
const elsewhere: readonly ProblemCode[] = [
  'dns_failed',
  'connection_refused',
  'connection_reset',
  'timed_out',
  'offline',
]

/** Why the last run of a resource failed while the service answers: the copy ages until that is mended. null: nothing. */
export function useRunProblem(): ComputedRef<Problem | null> {
  const live = useLiveStore()
  return computed(() => {
    if (live.offline) return null
    const problems = (live.sync?.resources ?? []).flatMap(({ run, last }) =>
      run === null && last?.state === 'failed' && last.problem ? [last.problem] : [],
    )
    return problems.find(({ code }) => !elsewhere.includes(code)) ?? null
  })
}
