import { t } from '../../../../src-shared/messages/message'
import { computed, ref } from 'vue'
import type { BulkResult } from '../../../../src-shared/bridge/bulk'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { useLiveStore } from '../../../stores/live'

/** Taking a change of many back. On production its number is typed first: `confirming`. */
export function useUndo(result: () => BulkResult | null, undone: () => unknown) {
  const bridge = useBridge()
  const live = useLiveStore()
  const { busy, problem, run } = useSaving()
  const confirming = ref(false)

  const can = computed(() => (result()?.toUndo ?? 0) > 0)
  /** Why it cannot be done now; null where it can, or there is nothing to take back. */
  const hindrance = computed(() => {
    if (!can.value) return null
    if (live.current?.readOnly) return t('contacts.useUndo.thisProfileIsRead')
    return live.offline ? t('contacts.useUndo.offline') : null
  })

  async function undo(): Promise<void> {
    const of = result()
    if (!of) return
    await bridge.bulk.undo({ jobId: of.job.id })
    await undone()
  }

  function ask(): void {
    if (live.current?.production) confirming.value = true
    else void run(undo)
  }

  return { can, hindrance, busy, problem, confirming, undo, ask }
}
