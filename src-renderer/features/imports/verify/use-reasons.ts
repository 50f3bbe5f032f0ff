import { watchThrottled } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { ImportDetail, ReasonCount } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** How often they are asked for while verification goes on (milliseconds). */
const often = 2000

/** Why addresses have the class they have; asked for again as the classes' counts change. */
export function useReasons(detail: () => Pick<ImportDetail, 'id' | 'counts' | 'rules'>) {
  const bridge = useBridge()
  const reasons = shallowRef<ReasonCount[]>([])
  const problem = shallowRef<Problem | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const found = await bridge.imports.reasons({ id: detail().id })
      if (mine !== turn) return
      reasons.value = found.reasons
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  watch(() => detail().id, load, { immediate: true })
  watchThrottled(() => JSON.stringify([detail().counts?.verdicts, detail().rules.verify]), load, {
    throttle: often,
    trailing: true,
  })
  return { reasons, problem }
}
