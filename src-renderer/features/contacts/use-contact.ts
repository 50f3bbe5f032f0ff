import { t } from '../../../src-shared/messages/message'
import { computed, watch } from 'vue'
import type { ContactDetail, WriteOutcome } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'
import { useAnswer } from '../../kit/state/answer'
import { useSaving } from '../../kit/save/saving'

/**
 * One contact as the copy has it, and what can be done to it. It is read again when the copy changes.
 * In one piece: each act reads and renews the same answer.
 */
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
    changes: [() => live.copyKey, () => live.outbox],
    pauseMs: 250,
    forgets: true,
  })
  const { busy, problem: refused, ask, run } = useSaving()
  watch(id, () => {
    refused.value = null
    void read()
  })

  /** Makes a change; answers what became of it, null where it was refused. */
  function change(act: () => Promise<WriteOutcome>): Promise<WriteOutcome | null> {
    return ask(async () => {
      const result = await act()
      if (result.outcome === 'done' && result.contact?.id === id()) contact.value = result.contact
      else void read()
      return result
    })
  }

  return {
    contact,
    missing,
    refused,
    busy,
    read,
    /** Why nothing can be written; null where it can. */
    readOnly: computed(() => (live.current?.readOnly ? t('words.thisProfileIsReadOnlySettings') : null)),
    unsubscribe: () => change(() => bridge.contacts.update({ id: id(), changes: { subscribed: false } })),
    /** Subscribes somebody again who was not. Rejects where it is refused. */
    async subscribe(reason: string): Promise<WriteOutcome> {
      const result = await bridge.contacts.update({ id: id(), changes: { subscribed: true }, reason })
      await read()
      return result
    },
    /** Takes back that somebody was unsubscribed, also once another contact is open. */
    async takeBack(of: string, done: WriteOutcome): Promise<void> {
      if (done.outcome === 'queued') await bridge.outbox.revoke({ id: done.outboxId })
      else await bridge.contacts.update({ id: of, changes: { subscribed: true } })
      if (of === id()) await read()
    },
    /** Takes the contact over as a write left it; null: it is read again. */
    took(as: ContactDetail | null): void {
      if (as?.id === id()) contact.value = as
      else void read()
    },
    revoke: (outboxId: number) =>
      run(async () => {
        await bridge.outbox.revoke({ id: outboxId })
        await read()
      }),
  }
}
