import { watchThrottled } from '@vueuse/core'
import { shallowRef, watch, type WatchSource } from 'vue'
import { useLatest } from './latest'

/** A question to the core, and when it is asked again. */
export interface Question<Answer> {
  /** Asks. `signal` aborts as soon as nobody waits for the answer any more. */
  ask(signal: AbortSignal): Promise<Answer>
  /** Of what: where this becomes another one, what was known is forgotten at once. */
  of?: () => unknown
  /** Becomes another one whenever the answer may have; what is known stays until the new one is there. */
  changes?: WatchSource | WatchSource[]
  /** How often it is asked at most while that changes (milliseconds). */
  pauseMs?: number
  /** What is known goes where a question fails; else it stays, beside the problem. */
  forgets?: boolean
}

/** What the core answers to a question, asked now and whenever that may have changed. Only the last question counts. */
export function useAnswer<Answer>({ ask, of, changes, pauseMs = 0, forgets = false }: Question<Answer>) {
  const answer = shallowRef<Answer | null>(null)
  const { problem, run } = useLatest()

  const load = () =>
    run(async (signal) => {
      try {
        const found = await ask(signal)
        if (!signal.aborted) answer.value = found
      } catch (error) {
        if (forgets && !signal.aborted) answer.value = null
        throw error
      }
    })

  watch(
    () => of?.(),
    () => {
      answer.value = null
      problem.value = null
      void load()
    },
    { immediate: true },
  )
  if (changes) watchThrottled(changes, load, { throttle: pauseMs })

  return {
    /** What was answered last; null: nothing yet. */
    answer,
    problem,
    load,
  }
}
