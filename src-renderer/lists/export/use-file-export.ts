import { t } from '../../../src-shared/messages/message'
import { useMessage } from 'naive-ui'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { deliverFile } from './deliver-file'

/** "Saved as …. 3 cells got an apostrophe." */
function exportWords(saved: string, { guarded = 0 }: Partial<ExportProgress>): string {
  return guarded === 0 ? saved : t('lists.useFileExport.savedCellsGotAn', { saved, guarded })
}

/** How far a file is, as it is told. */
export type FileSteps = AsyncIterable<Partial<ExportProgress>> | Iterable<Partial<ExportProgress>>

type WriteFile = (options: { signal: AbortSignal }) => Promise<FileSteps>

/** One file under way, and the message that says where it went. Leaving takes an unfinished file away. */
export function useFileExport() {
  const message = useMessage()
  const progress = shallowRef<Partial<ExportProgress> | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const running = shallowRef<AbortController | null>(null)

  /** Answers whether it was saved; it was not where it was cancelled, or refused. */
  async function start(write: WriteFile): Promise<boolean> {
    running.value?.abort()
    const mine = new AbortController()
    running.value = mine
    problem.value = null
    progress.value = null
    try {
      for await (const step of await write({ signal: mine.signal })) {
        progress.value = step
        if (step.file === undefined) continue
        const saved = deliverFile(step.file)
        if (saved) message.success(exportWords(saved, step))
        return saved !== null
      }
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    } finally {
      if (running.value === mine) {
        running.value = null
        progress.value = null
      }
    }
    return false
  }

  const cancel = () => running.value?.abort()
  onScopeDispose(cancel)

  return {
    progress,
    problem,
    busy: computed(() => running.value !== null),
    share: computed(() => {
      const { written = 0, total = 0 } = progress.value ?? {}
      return total > 0 ? written / total : 0
    }),
    start,
    cancel,
  }
}
