import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ExportProgress } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { deliverFile } from '../../lists/export/deliver-file'

/** The rejects file of an import: rows that were left out or failed, each with line, reason and code. */
export function useRejects(id: () => number) {
  const bridge = useBridge()
  const progress = shallowRef<ExportProgress | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const running = shallowRef<AbortController | null>(null)

  /** Writes it. Answers the sentence that says where it is; null where it was cancelled or refused. */
  async function save(): Promise<string | null> {
    if (running.value) return null
    const leaving = new AbortController()
    running.value = leaving
    problem.value = null
    try {
      const steps = await bridge.imports.rejects({ id: id() }, { signal: leaving.signal })
      for await (const step of steps) {
        progress.value = step
        if (step.file !== undefined) return deliverFile(step.file)
      }
      return null
    } catch (error) {
      if (!leaving.signal.aborted) problem.value = problemOf(error)
      return null
    } finally {
      running.value = null
      progress.value = null
    }
  }

  const cancel = () => running.value?.abort()
  onScopeDispose(cancel)

  return { progress, problem, busy: computed(() => running.value !== null), save, cancel }
}
