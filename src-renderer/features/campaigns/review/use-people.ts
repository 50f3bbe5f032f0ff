import { shallowRef } from 'vue'
import type { Check } from '../../../../src-shared/bridge/review'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** People whom a review counted, frozen: who they are, and why they were counted. */
export interface ShownPeople {
  title: string
  sentence: string
  /** null: being frozen, or refused. */
  selection: { selectionId: string; count: number } | null
  problem: Problem | null
}

/** The people beside the review. The one that was asked for last is shown. */
export function usePeople() {
  const bridge = useBridge()
  const shown = shallowRef<ShownPeople | null>(null)
  let turn = 0

  async function ofCheck(check: Check, reviewId: string): Promise<void> {
    const mine = ++turn
    const about = { title: check.title.replaceAll('`', ''), sentence: check.sentence }
    shown.value = { ...about, selection: null, problem: null }
    try {
      const selection = await bridge.review.people({ reviewId, key: check.key })
      if (mine === turn) shown.value = { ...about, selection, problem: null }
    } catch (error) {
      if (mine === turn) shown.value = { ...about, selection: null, problem: problemOf(error) }
    }
  }

  function ofSelection(title: string, selectionId: string, count: number): void {
    turn += 1
    shown.value = { title, sentence: '', selection: { selectionId, count }, problem: null }
  }

  function close(): void {
    turn += 1
    shown.value = null
  }

  return { shown, ofCheck, ofSelection, close }
}
