import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { useLiveStore } from '../../../stores/live'

/** The segments that a contact is in, the mails that they got and the campaigns that they did not, as the copy tells; read again as it changes. */
export function useContactMails(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  // Every segment is asked about, so not at every page that a sync brings.
  const segments = useAnswer({
    of: id,
    ask: () => bridge.segments.ofContact({ id: id() }),
    changes: () => live.copyKey,
    pauseMs: 5000,
  })
  const mails = useAnswer({
    of: id,
    ask: () => bridge.events.mailsOfContact({ contactId: id() }),
    changes: () => live.copyKey,
    pauseMs: 1000,
  })
  const missed = useAnswer({
    of: id,
    ask: async () => (await bridge.campaigns.missedBy({ contactId: id() })).campaigns,
    changes: () => live.copyKey,
    pauseMs: 5000,
  })
  return { segments: segments.answer, mails: mails.answer, missed: missed.answer }
}
