import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ExportProgress } from '../../../../src-shared/bridge/contacts'
import type { BatchFilter } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { deliverFile } from '../../../components/export/deliver-file'
import { exportWords } from '../../contacts/use-export'

/** One export of a batch's addresses under way. Leaving it takes the unfinished file away. */
export function useBatchExport() {
  const bridge = useBridge()
  const progress = shallowRef<ExportProgress | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const running = shallowRef<AbortController | null>(null)

  /** Answers the sentence that says where the file is; null where it was cancelled or refused. */
  async function start(request: {
    id: number
    filter: BatchFilter
    guardFormulas: boolean
  }): Promise<string | null> {
    const leaving = new AbortController()
    running.value = leaving
    problem.value = null
    progress.value = null
    try {
      const steps = await bridge.verification.export(request, { signal: leaving.signal })
      for await (const step of steps) {
        progress.value = step
        if (step.file === undefined) continue
        const saved = deliverFile(step.file)
        return saved && exportWords(saved, step)
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

  return {
    progress,
    problem,
    busy: computed(() => running.value !== null),
    share: computed(() => {
      const now = progress.value
      return now && now.total > 0 ? now.written / now.total : 0
    }),
    start,
    cancel,
  }
}
