import { ref, shallowRef, watch } from 'vue'
import type { CampaignRecipients } from '../../../../src-shared/bridge/campaigns'
import { useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'

/** Which of a campaign's people are listed. */
export type RecipientKind = 'bounced' | 'complained'

/** Whom a campaign's mails bounced from, or who complained: a part at a time, as the service lists them. */
export function useRecipients(campaignId: () => string) {
  const bridge = useBridge()
  const kind = ref<RecipientKind | null>(null)
  const rows = shallowRef<CampaignRecipients['rows']>([])
  const cursor = ref<string | null>(null)
  const { busy, problem, run, stop } = useLatest()

  const read = (type: RecipientKind, from: string | null) =>
    run(async (signal) => {
      const part = await bridge.campaigns.recipients({ id: campaignId(), type, cursor: from })
      if (signal.aborted) return
      rows.value = from === null ? part.rows : [...rows.value, ...part.rows]
      cursor.value = part.cursor
    })

  function close(): void {
    stop()
    kind.value = null
    rows.value = []
    cursor.value = null
    problem.value = null
  }

  watch(campaignId, close)
  return {
    kind,
    rows,
    cursor,
    problem,
    busy,
    /** Lists them; those that are listed already are put away. */
    show(type: RecipientKind): void {
      const isOpen = kind.value === type
      close()
      if (isOpen) return
      kind.value = type
      void read(type, null)
    },
    more(): void {
      if (kind.value !== null && cursor.value !== null) void read(kind.value, cursor.value)
    },
  }
}
