import { watchThrottled } from '@vueuse/core'
import { shallowRef } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import type { RecordConnection } from '../../../src-shared/bridge/records'
import { useBridge } from '../../bridge'

/** How often the keys are counted anew while the copy grows (milliseconds). */
const pause = 2000

/** The keys that occur in a connection's records. */
export function useRecordFields(connection: () => RecordConnection) {
  const bridge = useBridge()
  const fields = shallowRef<DataField[]>([])
  watchThrottled(
    [() => connection().id, () => connection().revision] as const,
    async ([connectionId]) => {
      try {
        const answer = await bridge.records.fields({ connectionId })
        if (connectionId === connection().id) fields.value = answer.fields
      } catch {
        // The list itself says why the copy cannot be read; until then the keys known so far stay.
      }
    },
    // The first page of a first run brings the first columns: they are not waited for.
    { throttle: () => (fields.value.length === 0 ? 0 : pause), immediate: true },
  )
  return fields
}
