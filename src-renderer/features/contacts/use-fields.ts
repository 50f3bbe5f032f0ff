import { watchThrottled } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** The keys that occur in `data`, kept across visits of the screen so that its columns are there at once. */
export const useFieldsStore = defineStore('contact-fields', () => {
  const bridge = useBridge()
  const live = useLiveStore()
  const fields = shallowRef<DataField[]>([])
  const profileId = shallowRef<string | null>(null)

  watchThrottled(
    () => live.copyKey,
    async () => {
      const asked = live.copy?.profileId ?? null
      if (asked === null) return
      try {
        const answer = await bridge.contacts.fields()
        if (asked !== live.copy?.profileId) return
        fields.value = answer.fields
        profileId.value = asked
      } catch {
        // The list itself says why the copy cannot be read; without keys it shows our own fields.
        if (profileId.value !== asked) fields.value = []
      }
    },
    { throttle: 2000, immediate: true },
  )

  return { fields }
})
