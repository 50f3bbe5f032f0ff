import { useDebounceFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import { useLatest } from './latest'

/** A question about something that is being entered. */
interface EnteredQuestion<Asked, Answer> {
  /** What is asked about; null: nothing, and what was answered goes. */
  asked: () => Asked | null
  ask: (asked: Asked) => Promise<Answer>
  /** Become others whenever it is to be asked anew. */
  changes: Parameters<typeof watch>[0]
  /** So long nothing is entered before it is asked (milliseconds). */
  pauseMs: number
}

/** What the core answers to something that is being entered, asked whenever it rests. Only the last question counts. */
export function useEnteredAnswer<Asked, Answer>(of: EnteredQuestion<Asked, Answer>) {
  const answer = shallowRef<Answer | null>(null)
  const waiting = shallowRef(false)
  const stale = shallowRef(false)
  const { problem, run, stop } = useLatest()

  const look = useDebounceFn(
    () =>
      run(async (signal) => {
        const asked = of.asked()
        try {
          const found = asked === null ? null : await of.ask(asked)
          if (signal.aborted) return
          answer.value = found
          stale.value = false
        } finally {
          if (!signal.aborted) waiting.value = false
        }
      }),
    of.pauseMs,
  )
  watch(
    of.changes,
    () => {
      stop()
      const isAsked = of.asked() !== null
      waiting.value = isAsked
      stale.value = true
      if (!isAsked) answer.value = null
      void look()
    },
    { immediate: true },
  )
  return {
    answer,
    waiting,
    /** What was answered belongs to what is no more. */
    stale,
    problem,
  }
}
