import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ListFile } from '../../../../src-shared/bridge/list-files'
import type { BoughtMapping, BoughtProgress, BoughtProposal } from '../../../../src-shared/bridge/verdicts'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** Entering verdicts that were bought elsewhere: what a file proposes, and how far the reading is. */
export function useBought() {
  const bridge = useBridge()
  const proposal = shallowRef<BoughtProposal | null>(null)
  const progress = shallowRef<BoughtProgress | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const running = shallowRef<AbortController | null>(null)

  /** `result`: another column that holds the results. */
  async function propose(file: ListFile, result: number | null): Promise<void> {
    problem.value = null
    try {
      proposal.value = await bridge.verdicts.propose({ fileId: file.fileId, result })
    } catch (error) {
      proposal.value = null
      problem.value = problemOf(error)
    }
  }

  async function enter(file: ListFile, mapping: BoughtMapping): Promise<void> {
    const leaving = new AbortController()
    running.value = leaving
    problem.value = null
    progress.value = null
    try {
      const steps = await bridge.verdicts.addBought(
        { fileId: file.fileId, mapping },
        { signal: leaving.signal },
      )
      for await (const step of steps) progress.value = step
    } catch (error) {
      if (!leaving.signal.aborted) problem.value = problemOf(error)
    } finally {
      running.value = null
    }
  }

  const cancel = () => running.value?.abort()
  onScopeDispose(cancel)

  return {
    proposal,
    progress,
    problem,
    busy: computed(() => running.value !== null),
    ended: computed(() => progress.value?.ended ?? false),
    propose,
    enter,
    forget: () => (proposal.value = null),
    cancel,
  }
}
