import { watchThrottled } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import { eventQuerySchema, type EventPage } from '../../../src-shared/bridge/events'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How many events are added at a time. */
export const eventStep = 20

/** The events of a contact, newest first, as many as were asked for. */
export function useContactEvents(contactId: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const page = shallowRef<EventPage | null>(null)
  const problem = shallowRef<Problem | null>(null)
  let limit = eventStep

  async function read(): Promise<void> {
    const wanted = contactId()
    const query = eventQuerySchema.parse({ contactId: wanted })
    try {
      const answer = await bridge.events.page({ query, slice: { offset: 0, limit } })
      if (wanted !== contactId()) return
      page.value = answer
      problem.value = null
    } catch (error) {
      if (wanted === contactId()) problem.value = problemOf(error)
    }
  }

  watch(
    contactId,
    () => {
      limit = eventStep
      void read()
    },
    { immediate: true },
  )
  watchThrottled(() => live.copyKey, read, { throttle: 1000 })

  return {
    page,
    problem,
    /** Reads further back. At most 500 are shown here; the Events screen has all. */
    more(): void {
      limit = Math.min(500, limit * 5)
      void read()
    },
  }
}
