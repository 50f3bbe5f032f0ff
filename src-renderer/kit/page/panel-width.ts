import { useLocalStorage } from '@vueuse/core'
import { computed, type WritableComputedRef } from 'vue'
import { useWideWindow } from './wide-window'

/** The side panel's range in pixels: narrower it cuts addresses off, wider it leaves no list. */
export const panelRange = { min: 320, max: 560 } as const

/** How wide the side panel is: 392, 440 from 1,600 px of window, or what was last dragged. */
export function usePanelWidth(): WritableComputedRef<number> {
  const chosen = useLocalStorage<number | null>('postroom-panel-width', null, {
    serializer: {
      read: (text) => (Number.isFinite(Number(text)) && text !== '' ? Number(text) : null),
      write: (value) => (value === null ? '' : String(value)),
    },
  })
  const wide = useWideWindow()
  return computed({
    get: () => chosen.value ?? (wide.value ? 440 : 392),
    set: (width) => (chosen.value = Math.round(Math.min(panelRange.max, Math.max(panelRange.min, width)))),
  })
}
