import { computed, ref, shallowRef, watch } from 'vue'
import { type ContactHistory, eventQuerySchema } from '../../../../src-shared/bridge/events'
import { problemOf, useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { useAnswer } from '../../../kit/state/answer'
import { eventKind, eventKinds, type EventKind } from './event-days'

/** So many are read at a time, and so many are shown here at most: the Events screen has all. */
const step = 50
const most = 500

/** The events of a contact, newest first, of one kind or all, as many as were asked for; and how many of each kind. */
export function useContactEvents(contactId: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const limit = ref(step)
  const kind = ref<EventKind | null>(null)
  /** Events of some names; of none there are none. */
  const read = (names: string[], many: number) => {
    const query = eventQuerySchema.parse({ contactId: contactId(), names })
    return bridge.events.page({ query, slice: { offset: 0, limit: many } })
  }
  const namesOf = async (of: EventKind) =>
    (await bridge.events.names()).names.flatMap(({ name }) => (eventKind(name) === of ? [name] : []))

  const {
    answer: page,
    problem,
    load,
  } = useAnswer({
    of: () => [contactId(), kind.value].join(' '),
    async ask() {
      const names = kind.value === null ? [] : await namesOf(kind.value)
      return read(names.slice(0, 50), limit.value)
    },
    changes: () => live.copyKey,
    pauseMs: 1000,
  })
  const { answer: counts } = useAnswer({
    of: contactId,
    ask: async () =>
      Promise.all(
        eventKinds.map(async ({ kind: of, title }) => {
          const names = (await namesOf(of)).slice(0, 50)
          return { kind: of, title, count: names.length === 0 ? 0 : (await read(names, 1)).count }
        }),
      ),
    changes: () => live.copyKey,
    pauseMs: 2000,
  })

  /** What reading all of them from the service brought; null before. */
  const history = shallowRef<ContactHistory | null>(null)
  const reading = ref(false)
  watch(contactId, () => {
    limit.value = step
    kind.value = null
    history.value = null
  })

  async function readAll(): Promise<void> {
    const wanted = contactId()
    reading.value = true
    try {
      const brought = await bridge.events.readOfContact({ contactId: wanted })
      if (wanted !== contactId()) return
      history.value = brought
      await load()
    } catch (error) {
      if (wanted === contactId()) problem.value = problemOf(error)
    } finally {
      reading.value = false
    }
  }

  return {
    page,
    problem,
    kind,
    counts: computed(() => (counts.value ?? []).filter(({ count }) => count > 0)),
    history,
    reading,
    readAll,
    canShowMore: computed(() => limit.value < most),
    more(): void {
      limit.value = Math.min(most, limit.value + step)
      void load()
    },
  }
}
