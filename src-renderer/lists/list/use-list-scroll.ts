import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, onMounted, ref, shallowRef, watch, type Ref } from 'vue'
import type { ListRange } from './slice-cache'
import { ScrollMap, spacerHeight, type ScrollGeometry } from './scroll-map'

/** Height of the head, which stands above the rows, in pixels. */
const headHeight = 30

/** Height of what a list can show beneath one of its rows, in pixels. */
export const stripHeight = 44

const lineHeight = 32

/** How far a turn of the wheel goes, in pixels, whatever unit the browser counts in. */
export function wheelPixels(event: Pick<WheelEvent, 'deltaY' | 'deltaMode'>, viewHeight: number): number {
  if (event.deltaMode === 1) return event.deltaY * lineHeight
  if (event.deltaMode === 2) return event.deltaY * viewHeight
  return event.deltaY
}

/**
 * Binds a {@link ScrollMap} to the element that scrolls. `inserted`: pixels that stand among the rows and are none.
 * In one piece: all of it moves one map.
 */
export function useListScroll(
  scroller: Ref<HTMLElement | null>,
  count: Ref<number>,
  rowHeight: Ref<number>,
  inserted: Ref<number>,
) {
  const viewHeight = ref(0)
  const geometry = computed<ScrollGeometry>(() => ({
    count: count.value,
    rowHeight: rowHeight.value,
    // Rows are seen in what is left: the last one is then reached with what is inserted above it.
    viewHeight: Math.max(0, viewHeight.value - inserted.value),
  }))
  const map = new ScrollMap(geometry.value)
  const top = shallowRef(0)

  function measure(): void {
    viewHeight.value = Math.max(0, (scroller.value?.clientHeight ?? 0) - headHeight)
  }

  function apply(): void {
    top.value = map.top
    const element = scroller.value
    if (!element) return
    element.scrollTop = map.scrollTop
    map.asked(element.scrollTop)
  }

  onMounted(measure)
  useResizeObserver(scroller, measure)
  // After the spacer has its new height, so that the position asked for exists.
  watch(
    geometry,
    (now) => {
      map.resize(now)
      apply()
    },
    { flush: 'post' },
  )
  useEventListener(scroller, 'scroll', () => {
    if (map.scrolled(scroller.value?.scrollTop ?? 0)) top.value = map.top
  })
  useEventListener(scroller, 'scrollend', () => {
    if (map.ended()) apply()
  })
  useEventListener(
    scroller,
    'wheel',
    (event: WheelEvent) => {
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      // Where the bar is scaled, a wheel's pixels would be multiplied: they are applied to the list instead.
      if (!map.scaled || sideways || event.ctrlKey) return
      event.preventDefault()
      map.moveBy(wheelPixels(event, viewHeight.value))
      apply()
    },
    { passive: false },
  )

  return {
    viewHeight,
    top,
    spacer: computed(() => spacerHeight(geometry.value)),
    /** Positions that are seen, in part or whole. */
    range: computed<ListRange>(() => {
      const first = Math.floor(top.value / rowHeight.value)
      return { first, end: Math.ceil((top.value + viewHeight.value) / rowHeight.value) }
    }),
    /** How many rows fit whole: what Page Down moves by. */
    pageRows: computed(() => Math.max(1, Math.floor(viewHeight.value / rowHeight.value) - 1)),
    moveTo(pixels: number): void {
      map.moveTo(pixels)
      apply()
    },
    reveal(position: number): void {
      map.reveal(position)
      apply()
    },
  }
}
