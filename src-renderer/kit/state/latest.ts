import { onScopeDispose, shallowRef } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'

/** Something that is asked for again and again: only the last time counts, and leaving ends it. */
export function useLatest() {
  const busy = shallowRef(false)
  const problem = shallowRef<Problem | null>(null)
  let running: AbortController | null = null
  const stop = () => running?.abort()
  onScopeDispose(stop)

  /** Does it in place of what is under way. `signal` aborts as soon as it does not count any more. */
  async function run(call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    stop()
    const mine = new AbortController()
    running = mine
    busy.value = true
    try {
      await call(mine.signal)
      if (!mine.signal.aborted) problem.value = null
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    } finally {
      if (running === mine) busy.value = false
    }
  }
  return { busy, problem, run, stop }
}
