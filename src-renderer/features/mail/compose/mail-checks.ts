import { refDebounced } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { Check, Mail } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'

/** How long a person rests before what was written is checked (milliseconds). */
const rest = 700

/** What checks find in a mail as it is written, begun again when it rests. `campaignId`: without what is switched off for it. */
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
  const { busy: running, problem, run: begin, stop } = useLatest()
  const settled = refDebounced(
    computed(() => JSON.stringify(mail())),
    rest,
  )

  async function run(): Promise<void> {
    const asked = mail()
    if (asked === null) return stop()
    await begin(async (signal) => {
      const found: Check[] = []
      const input = { campaignId: campaignId(), mail: asked, audience: null, scheduledFor: null }
      for await (const step of await bridge.review.run(input, { signal })) {
        if (signal.aborted) return
        if (step.part === 'checks') found.push(...step.checks)
        else if (step.part === 'done') await bridge.review.letGo({ reviewId: step.reviewId })
      }
      if (signal.aborted) return
      checks.value = found
      checked.value = asked
    })
  }

  watch(settled, () => void run(), { immediate: true })
  return {
    checks,
    /** The mail that they are of: what is written may be another by now. */
    checked,
    problem,
    running,
    run,
  }
}
