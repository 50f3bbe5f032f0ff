import { t } from '../../../../src-shared/messages/message'
import { computed, type ComputedRef } from 'vue'
import { formatClock } from '../../../format'
import { useLiveStore } from '../../../stores/live'

/** Why nothing can be sent now, in words; empty where it can. Mails never wait for the service (docs/rules.md, rule 11). */
export function useSendHindrance(): ComputedRef<string> {
  const live = useLiveStore()
  return computed(() => {
    if (live.current?.readOnly) return t('mail.sendHindrance.thisProfileIsReadOnly')
    const since = live.sync?.connection.since
    return live.offline && since !== undefined
      ? t('mail.sendHindrance.offlineSince', { since: formatClock(since) })
      : ''
  })
}
