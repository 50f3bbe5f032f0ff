import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ExportProgress } from '../../../../../src-shared/bridge/contacts'
import type { Problem } from '../../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../../bridge'
import { deliverFile } from '../../../../components/export/deliver-file'
import { formatCount } from '../../../../format'

/** The rejects file of an import: every row that was not written and is not unchanged, with line, reason and code. */
export function useRejects() {
  const bridge = useBridge()
  const running = shallowRef<AbortController | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const progress = shallowRef<ExportProgress | null>(null)

  /** Answers the sentence that says where the file is; null where it was refused, or the dialog closed. */
  async function save(id: number): Promise<string | null> {
    const leaving = new AbortController()
    running.value = leaving
    problem.value = null
    try {
      const steps = await bridge.imports.rejects({ id }, { signal: leaving.signal })
      for await (const step of steps) {
        progress.value = step
        if (step.file === undefined) continue
        const saved = deliverFile(step.file)
        return (
          saved && `${saved} ${formatCount(step.written, 'row')}, ready to be repaired and imported again.`
        )
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

  onScopeDispose(() => running.value?.abort())
  return { save, problem, progress, busy: computed(() => running.value !== null) }
}
