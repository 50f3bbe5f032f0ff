import { watch } from 'vue'
import { announce } from './announce'

/** The share that has to be added, and the time that has to pass (milliseconds), before it is said again. */
const step = { share: 0.1, rest: 10_000 } as const

/** How far something is: `share` 0 to 1, null where that is not known; `words` say it whole: "Export: 12,000 of 40,000". */
export interface Spoken {
  share: number | null
  words: string
}

/** Says how far something is at its begin, then no oftener than every tenth and every ten seconds; null: not under way. */
export function useSpokenProgress(now: () => Spoken | null): void {
  let said: { share: number; at: number } | null = null
  watch(
    () => {
      const progress = now()
      return progress && { ...progress }
    },
    (progress) => {
      if (progress === null) {
        said = null
        return
      }
      const at = performance.now()
      const share = progress.share ?? 0
      const isDue =
        said === null ||
        (at - said.at >= step.rest && (progress.share === null || share - said.share >= step.share))
      if (!isDue) return
      said = { share, at }
      announce(progress.words)
    },
    { immediate: true },
  )
}
