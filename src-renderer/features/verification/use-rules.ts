import { watchThrottled } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import {
  verdictDays,
  type ExpiryDays,
  type VerdictClass,
  type VerdictRules,
} from '../../../src-shared/bridge/verdicts'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useAnswer } from '../../kit/state/answer'
import { useSaving } from '../../kit/save/saving'

/** For how many days verdicts count: the usual ones until the rules are read, whose own page says why they cannot be. */
export function useExpiry(): ComputedRef<ExpiryDays> {
  const bridge = useBridge()
  const { answer } = useAnswer({ ask: () => bridge.verdicts.rules() })
  return computed(() => answer.value?.expiry ?? verdictDays)
}

/** How often the rules are read anew while addresses are checked (milliseconds): their counts change. */
const pause = 2000

/** All that decides about classes, and changing it. Every change counts at once. */
export function useRules() {
  const bridge = useBridge()
  const live = useLiveStore()
  const {
    answer: rules,
    problem,
    load,
  } = useAnswer({
    ask: () => bridge.verdicts.rules(),
  })
  const { answer: health, load: count } = useAnswer({
    ask: () => bridge.verdicts.health(),
    of: () => live.currentId,
    changes: () => live.copyKey,
    pauseMs: pause,
  })
  const { busy, problem: refusal, ask } = useSaving()

  /** Answers whether the change was taken. */
  async function change(call: () => Promise<VerdictRules>): Promise<boolean> {
    const changed = await ask(call)
    if (changed) rules.value = changed
    return changed !== null
  }

  watchThrottled(
    () => live.batchesKey,
    () => void (busy.value || Promise.all([load(), count()])),
    { throttle: pause, trailing: true },
  )

  return {
    rules,
    /** Contacts by class and sign, as the rules have it; null before they are counted. */
    health,
    recount: async () => {
      const counted = await ask(() => bridge.verdicts.health())
      if (counted) health.value = counted
      return health.value
    },
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
