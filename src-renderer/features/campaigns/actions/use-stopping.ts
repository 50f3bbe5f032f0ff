import { t } from '../../../../src-shared/messages/message'
import { useEventListener } from '@vueuse/core'
import { useMessage } from 'naive-ui'
import { watch } from 'vue'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { isPress } from '../../../kit/shortcuts'
import type { OpenCampaign } from '../open-campaign'

/**
 * Stops the sending of the open campaign, by a button or a key. Nothing is asked first: while it is, more leaves. `can`:
 * whether there is something to stop now.
 */
export function useStopping({ detail, take }: OpenCampaign, can: () => boolean) {
  const bridge = useBridge()
  const message = useMessage()
  const { busy, problem, ask } = useSaving()

  async function stop(): Promise<void> {
    const id = detail.value?.id
    if (id === undefined) return
    const stopped = await ask(() => bridge.campaigns.cancel({ id }))
    if (!stopped) return
    take(stopped)
    message.success(t('campaigns.useStopping.stoppedAtSentWhat', { sent: stopped.sent }))
  }

  watch(
    () => detail.value?.id,
    () => (problem.value = null),
  )
  useEventListener(window, 'keydown', (event) => {
    if (event.defaultPrevented || event.repeat || !isPress(event, 'stop') || !can()) return
    event.preventDefault()
    void stop()
  })

  return {
    busy,
    /** Why it could not be stopped. */
    problem,
    stop,
  }
}
