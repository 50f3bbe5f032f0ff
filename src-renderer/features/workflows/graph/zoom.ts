import { useElementSize } from '@vueuse/core'
import { computed, ref, type Ref } from 'vue'

/** The largest that a drawing is made to fill its canvas, and the range of what a person makes of it. */
const largestFit = 1.25
const range = { min: 0.5, max: 2 } as const
const step = 1.2

/**
 * How large a drawing is shown. Fitted, it is as wide as its canvas where that leaves its text at 12 px or more, which is
 * its own size; what does not fit then is scrolled to.
 */
export function useZoom(canvas: Readonly<Ref<HTMLElement | null>>, width: () => number) {
  const { width: room } = useElementSize(canvas)
  /** What a person made of it; null: it is fitted. */
  const chosen = ref<number | null>(null)
  const fitted = computed(() =>
    room.value === 0 || width() === 0 ? 1 : Math.min(largestFit, Math.max(1, room.value / width())),
  )
  const scale = computed(() => chosen.value ?? fitted.value)
  const to = (next: number): void => {
    chosen.value = Math.min(range.max, Math.max(range.min, next))
  }
  return {
    room,
    scale,
    isFitted: computed(() => chosen.value === null),
    larger: () => to(scale.value * step),
    smaller: () => to(scale.value / step),
    fit: () => void (chosen.value = null),
  }
}
