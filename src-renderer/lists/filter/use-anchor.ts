import { onMounted, onUpdated, reactive, watch, type Ref } from 'vue'

/** How wide the popover of a filter is. */
const width = 340

/** Where the popover of a filter stands within `frame`: beneath what it is of (`[data-anchor]`), as far as there is room. */
export function useAnchor(frame: Readonly<Ref<HTMLElement | null>>, of: () => unknown) {
  const place = reactive({ left: 0, top: 0 })

  function find(): void {
    const anchor = frame.value?.querySelector('[data-anchor="true"]')
    if (!frame.value || !anchor) return
    const around = frame.value.getBoundingClientRect()
    const { left, bottom } = anchor.getBoundingClientRect()
    place.left = Math.max(
      0,
      Math.min(left - around.left, document.documentElement.clientWidth - around.left - width - 8),
    )
    place.top = bottom - around.top + 4
  }

  onMounted(find)
  onUpdated(find)
  watch(of, find, { flush: 'post' })
  return place
}
