import { onScopeDispose, shallowRef } from 'vue'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { deliverFile } from '../../../components/export/deliver-file'

/** One export of campaigns' counts and rates. Leaving it takes the unfinished file away. */
export function useCampaignExport() {
  const bridge = useBridge()
  const problem = shallowRef<Problem | null>(null)
  let running: AbortController | null = null

  /** Answers the sentence that says where the file is; null where it was not written. */
  async function start(request: { ids: string[]; format: 'csv' | 'json' }): Promise<string | null> {
    running?.abort()
    const mine = new AbortController()
    running = mine
    problem.value = null
    try {
      const steps = await bridge.campaigns.export(request, { signal: mine.signal })
      for await (const { file } of steps) if (file !== undefined) return deliverFile(file)
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    }
    return null
  }
  onScopeDispose(() => running?.abort())

  return { problem, start }
}
