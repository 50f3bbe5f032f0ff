import { ref, shallowRef, watch } from 'vue'
import type { CampaignRecipients } from '../../../../src-shared/bridge/campaigns'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** Which of a campaign's people are listed. */
export type RecipientKind = 'bounced' | 'complained'

/** Whom a campaign's mails bounced from, or who complained: a part at a time, as the service lists them. */
export function useRecipients(campaignId: () => string) {
  const bridge = useBridge()
  const kind = ref<RecipientKind | null>(null)
  const rows = shallowRef<CampaignRecipients['rows']>([])
  const cursor = ref<string | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const busy = ref(false)
  /** Only the answer to the last question counts. */
  let turn = 0

  async function read(type: RecipientKind, from: string | null): Promise<void> {
    const mine = ++turn
    busy.value = true
    try {
      const part = await bridge.campaigns.recipients({ id: campaignId(), type, cursor: from })
      if (mine !== turn) return
      rows.value = from === null ? part.rows : [...rows.value, ...part.rows]
      cursor.value = part.cursor
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    } finally {
      if (mine === turn) busy.value = false
    }
  }

  function close(): void {
    turn += 1
    kind.value = null
    rows.value = []
    cursor.value = null
    problem.value = null
    busy.value = false
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
