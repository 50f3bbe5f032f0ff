import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import type { RecordConnection, RecordField } from '../../../src-shared/bridge/records'
import { recordNameKey } from '../../../src-shared/bridge/settings'
import { useBridge } from '../../bridge'
import type { ListField } from '../../lists/grid/list-field'
import { useSettingsStore } from '../../stores/settings'
import { fittingWidths, parseRecordColumn } from './record-fields'

/** How often the keys are counted anew while the copy grows (milliseconds). */
const pause = 2000

/** Records that columns are fitted to. */
const looked = { offset: 0, limit: 60 }
const asListed = {
  search: '',
  filters: [],
  sort: { field: 'order' as const, direction: 'asc' as const },
  sinceLast: false,
}

/** The keys that occur in a connection's records, and how wide columns are that fit them. */
export function useRecordFields(connection: () => RecordConnection) {
  const { records } = useBridge()
  const fields = shallowRef<DataField[]>([])
  const widths = shallowRef<ReadonlyMap<ListField, number>>(new Map())
  watchThrottled(
    [() => connection().id, () => connection().revision],
    async ([connectionId]) => {
      try {
        const [{ fields: known }, { rows }] = await Promise.all([
          records.fields({ connectionId }),
          records.page({ connectionId, query: asListed, slice: looked }),
        ])
        if (connectionId !== connection().id) return
        fields.value = known
        // What was fitted once stays: columns move only where a person moves them.
        if (widths.value.size === 0) widths.value = fittingWidths(rows)
      } catch {
        // The list itself says why the copy cannot be read; until then the keys known so far stay.
      }
    },
    // The first page of a first run brings the first columns: they are not waited for.
    { throttle: () => (fields.value.length === 0 ? 0 : pause), immediate: true },
  )
  return { fields, widths }
}

/** Which field names a connection's records: chosen once, and kept with its columns. null: the first of the usual that is filled. */
export function useNamingField(connectionId: () => string) {
  const settings = useSettingsStore()
  return computed<RecordField | null>({
    get() {
      const [kept] = settings.settings.columns[recordNameKey(connectionId())] ?? []
      const field = kept ? parseRecordColumn(kept.field) : null
      return field === 'name' ? null : field
    },
    set(field) {
      const key = recordNameKey(connectionId())
      const others = Object.entries(settings.settings.columns).filter(([other]) => other !== key)
      const own = field === null ? [] : [[key, [{ field, width: null }]] as const]
      // Where it cannot be kept the name is as before, which the list shows.
      void settings.update({ columns: Object.fromEntries([...others, ...own]) }).catch(() => undefined)
    },
  })
}
