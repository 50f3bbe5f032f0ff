import { computed, watch } from 'vue'
import type { WriteOutcome } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'
import { useAnswer } from '../../kit/state/answer'
import { useSaving } from '../../kit/save/saving'

/** One contact as the copy has it, and what can be done to it. It is read again when the copy changes. */
export function useContact(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  rememberOpened('contact', id)
  const {
    answer: contact,
    problem: missing,
    load: read,
  } = useAnswer({
    ask: () => bridge.contacts.get({ id: id() }),
    // What waits is part of the contact, and the outbox changes without the copy.
    changes: () => [live.copyKey, live.outbox],
    pauseMs: 250,
    forgets: true,
  })
  const { busy, problem: refused, ask, run } = useSaving()
  watch(id, () => {
    refused.value = null
    void read()
  })

  /** Makes a change; answers what became of it, null where it was refused. */
  function change(act: () => Promise<WriteOutcome>): Promise<WriteOutcome['outcome'] | null> {
    return ask(async () => {
      const result = await act()
      if (result.outcome === 'done' && result.contact?.id === id()) contact.value = result.contact
      else void read()
      return result.outcome
    })
  }

  return {
    contact,
    missing,
    refused,
    busy,
    read,
    /** Why nothing can be written; null where it can. */
    readOnly: computed(() =>
      live.current?.readOnly ? 'This profile is read-only. Settings can change that.' : null,
    ),
    subscribe: (subscribed: boolean) =>
      change(() => bridge.contacts.update({ id: id(), changes: { subscribed } })),
    saveData: (data: Record<string, unknown>) =>
      change(() => bridge.contacts.update({ id: id(), changes: { data } })),
    revoke: (outboxId: number) =>
      run(async () => {
        await bridge.outbox.revoke({ id: outboxId })
        await read()
      }),
  }
}
