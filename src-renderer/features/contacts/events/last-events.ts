import { refThrottled } from '@vueuse/core'
import { computed, inject, type InjectionKey, provide, shallowRef, watch, watchEffect } from 'vue'
import type { LastEvent } from '../../../../src-shared/bridge/events'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'

/** As many as one question may be about. */
const mostAsked = 500
/** So many are kept: whoever scrolls on comes to others. */
const mostKept = 5000

function readLastEvents(name: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const revision = refThrottled(
    computed(() => `${live.copyKey} ${name() ?? ''}`),
    2000,
  )
  const known = shallowRef<ReadonlyMap<string, LastEvent>>(new Map())
  /** As of which copy somebody was asked for. */
  const asked = new Map<string, string>()
  const wanted = new Set<string>()
  watch(name, () => (known.value = new Map()))

  async function ask(): Promise<void> {
    const contactIds = [...wanted].slice(-mostAsked)
    wanted.clear()
    const of = name()
    try {
      const found = await bridge.events.newest({ contactIds, ...(of === null ? {} : { name: of }) })
      if (of !== name()) return
      const kept = known.value.size < mostKept ? [...known.value] : []
      known.value = new Map([...kept, ...found.map((event) => [event.contactId, event] as const)])
    } catch {
      // The list itself says why the copy cannot be read; they are asked for again with the next one.
    }
  }

  return {
    known,
    /** Has a contact's last event asked for, together with all that are wanted at once. */
    want(contactId: string): void {
      if (asked.get(contactId) === revision.value) return
      if (asked.size >= mostKept) asked.clear()
      asked.set(contactId, revision.value)
      if (wanted.size === 0) queueMicrotask(() => void ask())
      wanted.add(contactId)
    },
  }
}

const key: InjectionKey<ReturnType<typeof readLastEvents>> = Symbol('last events')

/** For a list of contacts: its cells ask for last events together. `name`: only for those of one name; null: any. */
export function provideLastEvents(name: () => string | null = () => null): void {
  provide(key, readLastEvents(name))
}

/** A contact's newest event, kept up to date; null while nobody knows, and where there is none. */
export function useLastEvent(contactId: () => string) {
  const events = inject(key)
  watchEffect(() => events?.want(contactId()))
  return computed(() => events?.known.value.get(contactId()) ?? null)
}
