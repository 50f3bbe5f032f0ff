import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Problem } from '../../src-shared/problem'
import { problemOf } from '../bridge'

/** What failed in the shell itself (sync now, switching profiles): said in a band until it is put away. */
export const useNoticesStore = defineStore('notices', () => {
  const problem = shallowRef<Problem | null>(null)

  function fail(failure: Problem): void {
    problem.value = failure
  }

  function clear(): void {
    problem.value = null
  }

  /** Does what a person asked for; where it fails, that is said. */
  async function attempt(call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
    } catch (error) {
      fail(problemOf(error))
    }
  }

  return { problem, fail, clear, attempt }
})
