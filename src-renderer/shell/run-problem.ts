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

/** What lasts until a person changes the address, the key or the project: nothing is sent before. */
const lasting: readonly ProblemCode[] = [
  'address_invalid',
  'tls_failed',
  'redirected',
  'not_the_service',
  'embedded_service_failed',
  'key_refused',
  'key_wrong_class',
  'key_missing',
  'keychain_locked',
  'project_disabled',
  'billing_limit',
]

/** Why the copy ages until somebody does something: nothing is let through, a run paused by itself, or the last one failed. */
export function useRunProblem(): ComputedRef<Problem | null> {
  const live = useLiveStore()
  return computed(() => {
    const found = live.sync?.connection.problem
    if (found && lasting.includes(found.code)) return found
    const runs = live.sync?.resources ?? []
    const paused = runs.find(({ run }) => run?.state === 'paused' && run.problem !== null)
    if (paused?.run?.problem && !elsewhere.includes(paused.run.problem.code)) return paused.run.problem
    if (live.offline) return null
    const problems = runs.flatMap(({ run, last }) =>
      run === null && last?.state === 'failed' && last.problem ? [last.problem] : [],
    )
    return problems.find(({ code }) => !elsewhere.includes(code)) ?? null
  })
}
