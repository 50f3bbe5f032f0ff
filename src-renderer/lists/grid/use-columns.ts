import { useDebounceFn } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { useSettingsStore } from '../../stores/settings'
import { listColumns, resizeColumn, storedColumns, type ColumnState } from './columns'
import type { ListField } from './list-field'
import { useWideWindow } from '../../kit/page/wide-window'

/** How long a dragged width rests before it is stored (milliseconds). */
const rest = 400

/** Of which list columns are, and what they are when nobody chose any. */
interface ColumnKind<Field extends ListField> {
  /** Under which name they are remembered; null: not yet known. */
  key: () => string | null
  known: () => readonly DataField[]
  parse: (text: string) => Field | null
  usual: (known: readonly DataField[], wide: boolean) => ColumnState[]
  /** Of those that nobody chose, which leave a list that is too narrow for them, the first first. */
  leaving: (shown: readonly ColumnState[]) => readonly ListField[]
  /** The column that takes what is left. */
  grows: (shown: readonly ColumnState[], known: readonly DataField[]) => ListField | null
  /** The column that says why a row was found: that of names. */
  tells: (shown: readonly ColumnState[], known: readonly DataField[]) => ListField | null
  isSearched: () => boolean
  /** How wide a column is that fits what stands in it; undefined: as its type asks. */
  fits?: (field: ListField) => number | undefined
}

/**
 * The columns of a list: chosen ones are remembered in the settings.
 * In one piece: what is shown, grown and chosen is worked out from one list of states.
 */
export function useColumns<Field extends ListField>(kind: ColumnKind<Field>) {
  const settings = useSettingsStore()
  const wide = useWideWindow()
  /** What was changed here and may not be stored yet. */
  const changed = shallowRef<ColumnState[] | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const isSearched = computed(kind.isSearched)

  const stored = computed(() => {
    const key = kind.key()
    return key === null ? null : storedColumns(settings.settings.columns[key], kind.parse)
  })
  const chosen = computed(() => changed.value ?? stored.value)
  const states = computed(() => chosen.value ?? kind.usual(kind.known(), wide.value))

  watch(kind.key, () => (changed.value = null))

  async function write(columns: ColumnState[] | null): Promise<void> {
    const key = kind.key()
    if (key === null) return
    const others = Object.entries(settings.settings.columns).filter(([other]) => other !== key)
    try {
      const own = columns === null ? [] : [[key, columns] as const]
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
    /** Whether somebody chose them: then all of them stay, however narrow the list is. */
    areChosen: computed(() => chosen.value !== null),
    columns: computed(() => {
      const [shown, known] = [states.value, kind.known()]
      const tells = isSearched.value ? kind.tells(shown, known) : null
      const columns = listColumns(shown, known, kind.grows(shown, known), tells, kind.fits)
      if (chosen.value) return columns
      const leaving = kind.leaving(shown)
      return columns.map((column) => {
        const leaves = leaving.findIndex((field) => field === column.key)
        return leaves < 0 ? column : { ...column, leaves }
      })
    }),
    fields: computed<Field[]>(() =>
      states.value.flatMap(({ field }) => {
        const parsed = kind.parse(field)
        return parsed === null ? [] : [parsed]
      }),
    ),
    /** Why the columns could not be stored; they hold until the window closes. */
    problem,
    set,
    resize: (field: string, width: number) => set(resizeColumn(states.value, field, width)),
    /** Shows these fields, keeping the widths of those that are shown already. */
    showFields(fields: readonly ListField[]): void {
      set(
        fields.map((field) => states.value.find((state) => state.field === field) ?? { field, width: null }),
      )
    },
    reset(): void {
      changed.value = null
      void write(null)
    },
  }
}
