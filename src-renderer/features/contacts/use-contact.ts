import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { ContactDetail, WriteOutcome } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** One contact as the copy has it, and what can be done to it. It is read again when the copy changes. */
export function useContact(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const contact = shallowRef<ContactDetail | null>(null)
  /** The copy does not have it, or it cannot be read. */
  const missing = shallowRef<Problem | null>(null)
  /** The last change was refused. */
  const refused = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)

  async function read(): Promise<void> {
    const wanted = id()
    try {
      const found = await bridge.contacts.get({ id: wanted })
      if (wanted !== id()) return
      contact.value = found
      missing.value = null
    } catch (error) {
      if (wanted !== id()) return
      contact.value = null
      missing.value = problemOf(error)
    }
  }
  watch(
    id,
    () => {
      refused.value = null
      void read()
    },
    { immediate: true },
  )
  // What waits is part of the contact, and the outbox changes without the copy.
  watchThrottled([() => live.copyKey, () => live.outbox], read, { throttle: 250 })

  /** Makes a change; answers what became of it, null where it was refused. */
  async function change(act: () => Promise<WriteOutcome>): Promise<WriteOutcome['outcome'] | null> {
    busy.value = true
    refused.value = null
    try {
      const result = await act()
      if (result.outcome === 'done' && result.contact && result.contact.id === id()) {
        contact.value = result.contact
      } else void read()
      return result.outcome
    } catch (error) {
      refused.value = problemOf(error)
      return null
    } finally {
      busy.value = false
    }
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
    async revoke(outboxId: number): Promise<void> {
      refused.value = null
      try {
        await bridge.outbox.revoke({ id: outboxId })
        await read()
      } catch (error) {
        refused.value = problemOf(error)
      }
    },
  }
}
