import { watchThrottled } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { Import, ImportDetail, RowCounts } from '../../../src-shared/bridge/imports'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** How often an import is asked for anew while it changes (milliseconds). Its progress comes by itself. */
const pause = 400

/** The import that is open: what is known of it, kept fresh, and what a person does to it. */
export function useImport(id: () => number | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const fetched = shallowRef<ImportDetail | null>(null)
  /** What was pushed since the last answer: newer than it. */
  const pushed = shallowRef<Import | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const refusal = shallowRef<Problem | null>(null)
  const acts = shallowRef(0)
  /** Only the answer to the last question counts. */
  let turn = 0
  /** It changed while an act was under way: its answer may be older than that. */
  let missed = false

  function ended(): void {
    acts.value -= 1
    if (acts.value > 0 || !missed) return
    missed = false
    void reload()
  }

  const pushedNow = () => live.imports?.active.find((one) => one.id === fetched.value?.id) ?? null

  function take(detail: ImportDetail): void {
    fetched.value = detail
    pushed.value = null
    problem.value = null
  }

  async function reload(): Promise<void> {
    const asked = id()
    const mine = ++turn
    if (asked === null) {
      fetched.value = null
      problem.value = null
      return
    }
    try {
      const detail = await bridge.imports.get({ id: asked })
      if (mine === turn) take(detail)
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  /** Does something to the import. Answers whether it was done; why not stands in `refusal`. */
  async function act(call: (id: number) => Promise<ImportDetail>): Promise<boolean> {
    const asked = id()
    if (asked === null) return false
    const mine = ++turn
    acts.value += 1
    refusal.value = null
    try {
      const detail = await call(asked)
      if (mine === turn) take(detail)
      return true
    } catch (error) {
      refusal.value = problemOf(error)
      return false
    } finally {
      ended()
    }
  }

  /** Deletes the import with its rows, where nothing was written. Answers whether it is gone. */
  async function discard(): Promise<boolean> {
    const asked = id()
    if (asked === null) return false
    acts.value += 1
    refusal.value = null
    try {
      await bridge.imports.discard({ id: asked })
      return true
    } catch (error) {
      refusal.value = problemOf(error)
      return false
    } finally {
      ended()
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
    () => live.importsKey,
    () => {
      // While it is read or checked, all that changes is pushed; what was found is asked for at the end.
      if (pushedNow()?.work) return
      if (acts.value === 0) void reload()
      else missed = true
    },
    { throttle: pause, trailing: true },
  )
  watch(
    () => live.imports,
    () => (pushed.value = pushedNow()),
  )

  const detail = computed<ImportDetail | null>(() => {
    const base = fetched.value
    if (!base) return null
    const current = pushed.value ? { ...base, ...pushed.value } : base
    const jobs = current.jobs.map((job) => live.jobs.find((one) => one.id === job.id) ?? job)
    return { ...current, jobs }
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
    /** An import that another call answered with: it was opened just now. */
    take,
    /** What a repair counted anew. */
    counted(counts: RowCounts): void {
      if (fetched.value) fetched.value = { ...fetched.value, counts }
    },
  }
}

/** What {@link useImport} answers; every step is given it. */
export type OpenImport = ReturnType<typeof useImport>
