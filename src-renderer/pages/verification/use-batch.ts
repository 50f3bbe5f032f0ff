import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { Batch, BatchDetail } from '../../../src-shared/bridge/verification'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How often a batch is asked for anew while it changes (milliseconds). Its progress comes by itself. */
const pause = 700

/** The batch that is open: what is known of it, kept fresh, and what a person does to it. */
export function useBatch(id: () => number | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const fetched = shallowRef<BatchDetail | null>(null)
  /** What was pushed since the last answer: newer than it. */
  const pushed = shallowRef<Batch | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const refusal = shallowRef<Problem | null>(null)
  const acts = shallowRef(0)
  /** Only the answer to the last question counts. */
  let turn = 0

  function take(detail: BatchDetail): void {
    fetched.value = detail
    pushed.value = null
    problem.value = null
  }

  async function reload(): Promise<void> {
    const asked = id()
    const mine = ++turn
    if (asked === null) return
    try {
      const detail = await bridge.verification.get({ id: asked })
      if (mine === turn) take(detail)
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  /** Does something to the batch. Answers whether it was done; why not stands in `refusal`. */
  async function act(call: (id: number) => Promise<BatchDetail>): Promise<boolean> {
    const asked = id()
    if (asked === null) return false
    acts.value += 1
    refusal.value = null
    try {
      const detail = await call(asked)
      turn += 1
      if (asked === id()) take(detail)
      return true
    } catch (error) {
      refusal.value = problemOf(error)
      return false
    } finally {
      acts.value -= 1
    }
  }

  /** Deletes the batch; its verdicts stay known. Answers whether it is gone. */
  async function discard(): Promise<boolean> {
    const asked = id()
    if (asked === null) return false
    acts.value += 1
    refusal.value = null
    try {
      await bridge.verification.discard({ id: asked })
      return true
    } catch (error) {
      refusal.value = problemOf(error)
      return false
    } finally {
      acts.value -= 1
    }
  }

  watch(
    id,
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
    () => live.batchesKey,
    () => void (acts.value === 0 && reload()),
    { throttle: pause, trailing: true },
  )
  watch(
    () => live.batches,
    (now) => (pushed.value = now?.active.find((one) => one.id === fetched.value?.id) ?? null),
  )

  const detail = computed<BatchDetail | null>(() => {
    const base = fetched.value
    if (!base) return null
    const current = pushed.value ? { ...base, ...pushed.value } : base
    const { job } = current
    return job ? { ...current, job: live.jobs.find((one) => one.id === job.id) ?? job } : current
  })

  return {
    detail,
    /** Why it could not be read; what was known before stays. */
    problem,
    /** Why the last act was refused. */
    refusal,
    busy: computed(() => acts.value > 0),
    reload,
    act,
    discard,
  }
}

/** What {@link useBatch} answers. */
export type OpenBatch = ReturnType<typeof useBatch>
