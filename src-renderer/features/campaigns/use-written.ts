import type { ComputedRef } from 'vue'
import type { CampaignDetail } from '../../../src-shared/bridge/campaigns'
import type { Mail } from '../../../src-shared/bridge/review'
import { useBridge } from '../../bridge'
import { useEditing } from '../../kit/save/editing'
import { isEditable } from './campaign-words'
import { changesOf, changesSchema, requestOf, withChanges, writtenOf, type Written } from './written'

/** What a person writes of the open campaign. */
export function useWritten(open: {
  detail: ComputedRef<CampaignDetail | null>
  take: (detail: CampaignDetail) => void
}) {
  const bridge = useBridge()
  const editing = useEditing({
    kind: 'campaign',
    detail: () => open.detail.value,
    take: open.take,
    writtenOf,
    changesOf,
    withChanges,
    changesSchema,
    isEditable: ({ status }) => isEditable(status),
    save: ({ id, base, changes, basis }) =>
      bridge.campaigns.update({ id, changes: requestOf(base, changes), basis }),
    look: (id) => bridge.campaigns.refresh({ id }),
  })

  /** Changes what is written. */
  function write(change: Partial<Omit<Written, 'mail'>> & { mail?: Partial<Mail> }): void {
    const now = editing.written.value
    if (now !== null) editing.write({ ...now, ...change, mail: { ...now.mail, ...change.mail } })
  }

  return { ...editing, write }
}
