import { computed, type Ref } from 'vue'
import type { StepPlace } from '../graph/graph'

/** As large as the choice of a step gets (CSS pixels). */
const choice = { width: 480, height: 290 } as const

/** The drawing, which knows where its pluses are. */
export interface PlusGraph {
  plusOf(from: string, branch: string): HTMLElement | undefined
}

/** Where the choice of a step stands within a box: under its plus, as far as there is room. */
export function useChoicePlace(
  adding: Readonly<Ref<StepPlace | null>>,
  graph: Readonly<Ref<PlusGraph | null>>,
  within: Readonly<Ref<HTMLElement | null>>,
) {
  const spot = computed(() => {
    const [place, around] = [adding.value, within.value?.getBoundingClientRect()]
    const plus = place && graph.value?.plusOf(place.from, place.branch)?.getBoundingClientRect()
    if (!around || !plus) return { x: 16, y: 48 }
    return {
      x: Math.max(8, Math.min(plus.left - around.left - 24, around.width - choice.width)),
      y: Math.max(8, Math.min(plus.bottom - around.top + 8, around.height - choice.height)),
    }
  })
  return { spot }
}
