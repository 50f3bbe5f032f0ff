import { computed, shallowRef } from 'vue'
import type { ListFile } from '../../../../src-shared/bridge/list-files'
import type { BoughtMapping, BoughtProgress, BoughtProposal } from '../../../../src-shared/bridge/verdicts'
import { problemOf, useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'

/** Entering verdicts that were bought elsewhere: what a file proposes, and how far the reading is. */
export function useBought() {
  const bridge = useBridge()
  const proposal = shallowRef<BoughtProposal | null>(null)
  const progress = shallowRef<BoughtProgress | null>(null)
  const { busy, problem, run, stop: cancel } = useLatest()

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
    problem.value = null
    progress.value = null
    await run(async (signal) => {
      const steps = await bridge.verdicts.addBought({ fileId: file.fileId, mapping }, { signal })
      for await (const step of steps) progress.value = step
    })
  }

  return {
    proposal,
    progress,
    problem,
    busy,
    ended: computed(() => progress.value?.ended ?? false),
    propose,
    enter,
    forget: () => (proposal.value = null),
    cancel,
  }
}
