import { ref, shallowRef, watch } from 'vue'
import { type ContactHistory, eventQuerySchema } from '../../../src-shared/bridge/events'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useAnswer } from '../../kit/state/answer'

const eventStep = 20

/** The events of a contact, newest first, as many as were asked for. */
export function useContactEvents(contactId: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  let limit = eventStep
  const {
    answer: page,
    problem,
    load: read,
  } = useAnswer({
    ask: () => {
      const query = eventQuerySchema.parse({ contactId: contactId() })
      return bridge.events.page({ query, slice: { offset: 0, limit } })
    },
    changes: () => live.copyKey,
    pauseMs: 1000,
  })
  /** What reading all of them from the service brought; null before. */
  const history = shallowRef<ContactHistory | null>(null)
  const reading = ref(false)

  watch(contactId, () => {
    limit = eventStep
    history.value = null
    void read()
  })

  async function readAll(): Promise<void> {
    const wanted = contactId()
    reading.value = true
    try {
      const brought = await bridge.events.readOfContact({ contactId: wanted })
      if (wanted !== contactId()) return
      history.value = brought
      await read()
    } catch (error) {
      if (wanted === contactId()) problem.value = problemOf(error)
    } finally {
      reading.value = false
    }
  }

  return {
    page,
    problem,
    history,
    reading,
    /** Reads all that the service has of this contact into the copy. */
    readAll,
    /** Reads further back. At most 500 are shown here; the Events screen has all. */
    more(): void {
      limit = Math.min(500, limit * 5)
      void read()
    },
  }
}
