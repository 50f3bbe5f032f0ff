import { refDebounced } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Check, Mail } from '../../../../src-shared/bridge/review'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** How long a person rests before what was written is checked (milliseconds). */
const rest = 700

/**
 * What checks find in a mail as it is written, without who would get it; they begin again when it rests. `mail` null: there
 * is nothing to check. `campaignId`: what is switched off for that campaign is left out. No record is kept of it.
 */
export function useMailChecks({
  mail,
  campaignId = () => null,
}: {
  mail: () => Mail | null
  campaignId?: () => string | null
}) {
  const bridge = useBridge()
  const checks = shallowRef<readonly Check[]>([])
  const checked = shallowRef<Mail | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const running = shallowRef(false)
  let asking: AbortController | null = null
  const settled = refDebounced(
    computed(() => JSON.stringify(mail())),
    rest,
  )

  async function run(): Promise<void> {
    asking?.abort()
    const asked = mail()
    if (asked === null) return
    const mine = new AbortController()
    asking = mine
    running.value = true
    try {
      const found: Check[] = []
      const input = { campaignId: campaignId(), mail: asked, audience: null, scheduledFor: null }
      for await (const step of await bridge.review.run(input, { signal: mine.signal })) {
        if (mine.signal.aborted) return
        if (step.part === 'checks') found.push(...step.checks)
        else if (step.part === 'done') await bridge.review.letGo({ reviewId: step.reviewId })
      }
      if (mine.signal.aborted) return
      checks.value = found
      checked.value = asked
      problem.value = null
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    } finally {
      if (asking === mine) running.value = false
    }
  }

  watch(settled, () => void run(), { immediate: true })
  onScopeDispose(() => asking?.abort())
  return {
    checks,
    /** The mail that they are of: what is written may be another by now. */
    checked,
    problem,
    running,
    run,
  }
}
