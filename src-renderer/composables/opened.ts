import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { Problem } from '../../src-shared/problem'
import { problemOf } from '../bridge'

/** How a thing that is open is asked for, and what is pushed of it. */
interface OpenedSource<Detail extends { id: number | string }, Pushed> {
  /** Which one is open; null: none. */
  id(): Detail['id'] | null
  get(id: Detail['id']): Promise<Detail>
  /** Deletes it; not of what goes by its name, typed. */
  discard?(id: Detail['id']): Promise<unknown>
  /** Becomes another one whenever something of such a thing changed. */
  changes(): unknown
  /** Becomes another one with every push. */
  pushes?(): unknown
  /** What was pushed of this one last; null: nothing, or it rests. */
  pushed?(id: Detail['id']): Pushed | null
  /** Whether all that changes now is pushed, so that nothing needs to be asked for. */
  isPushedWhole?(pushed: Pushed): boolean
  /** How often it is asked for anew while it changes (milliseconds). */
  pauseMs: number
}

/**
 * A thing that is open and that others change too: what is known of it, kept fresh, and what a person does to it.
 * In one piece: all of it is about which answer counts.
 */
export function useOpened<Detail extends { id: number | string }, Pushed extends object>(
  source: OpenedSource<Detail, Pushed>,
) {
  const fetched = shallowRef<Detail | null>(null)
  /** What was pushed since the last answer: newer than it. */
  const pushed = shallowRef<Pushed | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const refusal = shallowRef<Problem | null>(null)
  const acts = shallowRef(0)
  /** Only the answer to the last question counts. */
  let turn = 0
  /** It changed while an act was under way: the act's answer may be older than that. */
  let missed = false

  const pushedNow = () => (fetched.value ? (source.pushed?.(fetched.value.id) ?? null) : null)

  function take(detail: Detail): void {
    fetched.value = detail
    pushed.value = null
    problem.value = null
  }

  async function reload(): Promise<void> {
    const asked = source.id()
    const mine = ++turn
    if (asked === null) {
      fetched.value = null
      problem.value = null
      return
    }
    try {
      const detail = await source.get(asked)
      if (mine === turn) take(detail)
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  async function attempt<T>(
    call: (id: Detail['id']) => Promise<T>,
    done?: (answer: T) => void,
  ): Promise<boolean> {
    const asked = source.id()
    if (asked === null) return false
    const mine = ++turn
    acts.value += 1
    refusal.value = null
    try {
      const answer = await call(asked)
      if (mine === turn) done?.(answer)
      return true
    } catch (error) {
      refusal.value = problemOf(error)
      return false
    } finally {
      acts.value -= 1
      if (acts.value === 0 && missed) {
        missed = false
        void reload()
      }
    }
  }

  watch(
    () => source.id(),
    () => {
      fetched.value = null
      pushed.value = null
      problem.value = null
      refusal.value = null
      void reload()
    },
    { immediate: true },
  )
  watchThrottled(
    () => source.changes(),
    () => {
      const now = pushedNow()
      if (now !== null && source.isPushedWhole?.(now)) return
      if (acts.value === 0) void reload()
      else missed = true
    },
    { throttle: source.pauseMs, trailing: true },
  )
  watch(
    () => source.pushes?.(),
    () => (pushed.value = pushedNow()),
  )

  return {
    /** What is known of it: what was asked for, and what was pushed since. */
    current: computed<Detail | null>(() => (fetched.value ? { ...fetched.value, ...pushed.value } : null)),
    fetched,
    problem,
    refusal,
    busy: computed(() => acts.value > 0),
    reload,
    take,
    /** Does something to it. Answers whether it was done; why not stands in `refusal`. */
    act: (call: (id: Detail['id']) => Promise<Detail>) => attempt(call, take),
    /** Deletes it. Answers whether it is gone; why not stands in `refusal`. */
    discard: () => attempt(async (id) => source.discard?.(id)),
  }
}
