import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Problem } from '../../src-shared/problem'

/** What failed in the shell itself (sync now, switching profiles): said in a band until it is put away. */
export const useNoticesStore = defineStore('notices', () => {
  const problem = shallowRef<Problem | null>(null)

  /** Says it, in place of what was said before. */
  function fail(failure: Problem): void {
    problem.value = failure
  }

  function clear(): void {
    problem.value = null
  }

  return { problem, fail, clear }
})
