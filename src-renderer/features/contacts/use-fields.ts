import { watchThrottled } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** The keys that occur in `data`, kept across visits of the screen so that its columns are there at once. */
export const useFieldsStore = defineStore('contact-fields', () => {
  const bridge = useBridge()
  const live = useLiveStore()
  const fields = shallowRef<DataField[]>([])
  const profileId = shallowRef<string | null>(null)

  /** As of which copy they were asked for last. */
  let readAs = ''

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

  // At once of another profile: at a start the copy is told a moment after this begins, and a pause would come in between.
  watch(() => live.copy?.profileId, read, { immediate: true })
  watchThrottled(() => live.copyKey, read, { throttle: 2000 })

  return { fields }
})
