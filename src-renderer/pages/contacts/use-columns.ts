import { useDebounceFn, useMediaQuery } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { ContactField } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { useSettingsStore } from '../../stores/settings'
import { defaultColumns, listColumns, resizeColumn, storedColumns, type ColumnState } from './columns'
import { useFieldsStore } from './use-fields'

/** How long a dragged width rests before it is stored (milliseconds). */
const rest = 400

/** The columns of the current profile: chosen ones are remembered in the settings. */
export function useColumns() {
  const live = useLiveStore()
  const settings = useSettingsStore()
  const known = useFieldsStore()
  const wide = useMediaQuery('(min-width: 1600px)')
  /** What was changed here and may not be stored yet. */
  const changed = shallowRef<ColumnState[] | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const profileId = computed(() => live.current?.id ?? null)

  const stored = computed(() => {
    const id = profileId.value
    return id === null ? null : storedColumns(settings.settings.columns[id])
  })
  const states = computed(() => changed.value ?? stored.value ?? defaultColumns(known.fields, wide.value))

  watch(profileId, () => (changed.value = null))

  async function write(columns: ColumnState[] | null): Promise<void> {
    const id = profileId.value
    if (id === null) return
    const others = Object.entries(settings.settings.columns).filter(([profile]) => profile !== id)
    try {
      const own = columns === null ? [] : [[id, columns] as const]
      await settings.update({ columns: Object.fromEntries([...others, ...own]) })
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  const writeSoon = useDebounceFn(write, rest)

  function set(columns: ColumnState[]): void {
    changed.value = columns
    void writeSoon(columns)
  }

  return {
    states,
    columns: computed(() => listColumns(states.value, known.fields)),
    fields: computed<ContactField[]>(() => states.value.map(({ field }) => field)),
    /** Why the columns could not be stored; they hold until the window closes. */
    problem,
    set,
    resize: (field: string, width: number) => set(resizeColumn(states.value, field, width)),
    /** Shows these fields, keeping the widths of those that are shown already. */
    showFields(fields: readonly ContactField[]): void {
      set(
        fields.map((field) => states.value.find((state) => state.field === field) ?? { field, width: null }),
      )
    },
    /** Back to the columns of a profile that has chosen none. */
    reset(): void {
      changed.value = null
      void write(null)
    },
  }
}
