import { useEventListener, useMutationObserver } from '@vueuse/core'
import { onMounted, onUpdated, reactive } from 'vue'

/** How wide the popover of a filter is, and how much room it takes at least. */
const size = { width: 340, height: 300 } as const

/** Room that is left to the edges of the window; beneath stands the status bar. */
const margin = { side: 8, foot: 32 } as const

/** Where the popover of a filter stands: beneath `[data-anchor]` within `frame`, as far as there is room. No scroller cuts it. */
export function useAnchor(frame: () => HTMLElement | null) {
  const place = reactive({ left: 0, top: 0 })

  function find(): void {
    const anchor = frame()?.querySelector('[data-anchor="true"]')
    if (!anchor) return
    const { left, bottom } = anchor.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    place.left = Math.max(margin.side, Math.min(left, clientWidth - size.width - margin.side))
    const room = Math.max(margin.side, clientHeight - size.height - margin.foot)
    place.top = Math.min(bottom + 4, Math.max(room, 120))
  }

  onMounted(find)
  onUpdated(find)
  useMutationObserver(frame, find, { childList: true, subtree: true, attributeFilter: ['data-anchor'] })
  useEventListener(window, 'resize', find)
  useEventListener(window, 'scroll', find, { capture: true, passive: true })
  return place
}
