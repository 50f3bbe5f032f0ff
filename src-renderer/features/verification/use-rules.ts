import { watchThrottled } from '@vueuse/core'
import { shallowRef } from 'vue'
import type { ExpiryDays, VerdictClass, VerdictRules } from '../../../src-shared/bridge/verdicts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How often the rules are read anew while addresses are checked (milliseconds): their counts change. */
const pause = 2000

/** All that decides about classes, and changing it. Every change counts at once. */
export function useRules() {
  const bridge = useBridge()
  const live = useLiveStore()
  const rules = shallowRef<VerdictRules | null>(null)
  /** Why they could not be read. */
  const problem = shallowRef<Problem | null>(null)
  /** Why the last change was refused. */
  const refusal = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)

  async function load(): Promise<void> {
    try {
      rules.value = await bridge.verdicts.rules()
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  /** Answers whether the change was taken. */
  async function change(call: () => Promise<VerdictRules>): Promise<boolean> {
    busy.value = true
    refusal.value = null
    try {
      rules.value = await call()
      return true
    } catch (error) {
      refusal.value = problemOf(error)
      return false
    } finally {
      busy.value = false
    }
  }

  watchThrottled(
    () => live.batchesKey,
    () => void (busy.value || load()),
    { throttle: pause, trailing: true, immediate: true },
  )

  return {
    rules,
    problem,
    refusal,
    busy,
    load,
    setRule: (sign: string, to: VerdictClass) => change(() => bridge.verdicts.setRule({ sign, class: to })),
    reset: () => change(() => bridge.verdicts.resetRules()),
    /** class null: takes the domain's override away. */
    setDomain: (domain: string, to: VerdictClass | null, note: string) =>
      change(() => bridge.verdicts.setDomain({ domain, class: to, note })),
    setExpiry: (days: ExpiryDays) => change(() => bridge.verdicts.setExpiry(days)),
  }
}

/** What {@link useRules} answers. */
export type RulesState = ReturnType<typeof useRules>
