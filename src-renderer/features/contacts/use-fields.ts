import { watchThrottled } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** The keys that occur in `data`, and what filters ask besides, kept across visits of the screen so that its columns are there at once. */
export const useFieldsStore = defineStore('contact-fields', () => {
  const bridge = useBridge()
  const live = useLiveStore()
  const fields = shallowRef<DataField[]>([])
  const profileId = shallowRef<string | null>(null)

  /** What filters can ask besides: keys within objects, and names of events. */
  const inner = shallowRef<DataField[]>([])
  const events = shallowRef<string[]>([])

  /** As of which copy they were asked for last. */
  let readAs = ''
  let lookedAs = ''

  async function read(): Promise<void> {
    const asked = live.copy?.profileId ?? null
    if (asked === null || live.copyKey === readAs) return
    readAs = live.copyKey
    try {
      const answer = await bridge.contacts.fields()
      if (asked !== live.copy?.profileId) return
      fields.value = answer.fields
      profileId.value = asked
    } catch {
      // The list itself says why the copy cannot be read; without keys it shows our own fields.
      if (profileId.value !== asked) fields.value = []
    }
  }

  /** Reads what filters can ask besides, for who is about to: keys within objects are looked for among all contacts that have any. */
  async function look(): Promise<void> {
    const asked = live.copyKey
    if (asked === lookedAs) return
    lookedAs = asked
    try {
      const [within, { names }] = await Promise.all([bridge.contacts.innerFields(), bridge.events.names()])
      if (asked !== lookedAs) return
      inner.value = within.fields
      events.value = names.map(({ name }) => name)
    } catch {
      lookedAs = ''
    }
  }

  // At once of another profile: at a start the copy is told a moment after this begins, and a pause would come in between.
  watch(
    () => live.copy?.profileId,
    () => {
      inner.value = []
      events.value = []
      void read()
    },
    { immediate: true },
  )
  watchThrottled(() => live.copyKey, read, { throttle: 2000 })

  return { fields, inner, events, look }
})
