import { useResizeObserver } from '@vueuse/core'
import { computed, onMounted, ref, type ComputedRef, type Ref } from 'vue'
import { rowWidth, type ListColumn } from './column'

/** What a list gives of itself, as it is now. */
interface ColumnSource {
  columns: () => readonly ListColumn[]
  /** What the list is sorted by, which stays: the key of a column; null: nothing that it says. */
  sorted: () => string | null
  selectable: () => boolean
}

/**
 * Of these columns those for which there is room, in their order: those that may leave do so one after the other, until the rest fits
 * or none is left that may. `room`: CSS pixels. `sorted`: the column that stays.
 */
export function fittingColumns(
  columns: readonly ListColumn[],
  { room, sorted, selectable }: { room: number; sorted: string | null; selectable: boolean },
): readonly ListColumn[] {
  const leaving = columns
    .filter(({ key, leaves }) => leaves !== undefined && key !== sorted)
    .sort((one, other) => (one.leaves ?? 0) - (other.leaves ?? 0))
  let fitting = columns
  for (const column of leaving) {
    if (rowWidth(fitting, selectable) <= room) break
    fitting = fitting.filter((each) => each !== column)
  }
  return fitting
}

/** The columns of a list for which there is room where it stands, a panel beside it or not. */
export function useFittingColumns(
  scroller: Ref<HTMLElement | null>,
  { columns, sorted, selectable }: ColumnSource,
): ComputedRef<readonly ListColumn[]> {
  // All of them until it is known: what is not drawn yet has no width.
  const room = ref(Infinity)
  const measure = (): void => void (room.value = scroller.value?.clientWidth || Infinity)
  onMounted(measure)
  useResizeObserver(scroller, measure)

  return computed((before?: readonly ListColumn[]) => {
    const found = fittingColumns(columns(), {
      room: room.value,
      sorted: sorted(),
      selectable: selectable(),
    })
    // Of a few pixels more nobody hears where no column comes or goes.
    const isSame = found.length === before?.length && found.every((column, at) => column === before[at])
    return isSame ? before : found
  })
}
