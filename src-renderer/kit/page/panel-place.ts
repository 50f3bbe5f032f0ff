import { createSharedComposable, useLocalStorage, useMediaQuery } from '@vueuse/core'
import { computed, type ComputedRef, type WritableComputedRef } from 'vue'

/** Where a side panel stands: beside the list, in narrow windows under it, in very narrow ones over it. */
export type PanelPlace = 'beside' | 'under' | 'over'

/** One answer for all who ask. */
const useRoom = createSharedComposable(() => ({
  beside: useMediaQuery('(min-width: 1100px)'),
  under: useMediaQuery('(min-width: 800px)'),
}))

/** The place of a side panel that goes under its list where there is little room. */
export function usePanelPlace(): ComputedRef<PanelPlace> {
  const { beside, under } = useRoom()
  return computed(() => (beside.value ? 'beside' : under.value ? 'under' : 'over'))
}

/** The height of a panel under its list, in shares of what both have: it leaves the list five rows at least. */
export const underRange = { min: 25, max: 65 } as const

/** How high a panel under its list is: half, or what was last dragged. */
export function usePanelHeight(): WritableComputedRef<number> {
  const chosen = useLocalStorage<number>('postroom-panel-height', 48)
  return computed({
    get: () => chosen.value,
    set: (share) => (chosen.value = Math.round(Math.min(underRange.max, Math.max(underRange.min, share)))),
  })
}
