import { computed, shallowRef, watch } from 'vue'
import type { DomainDetail } from '../../../src-shared/bridge/domains'
import { problemOf, useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useSaving } from '../../kit/save/saving'
import { useLiveStore } from '../../stores/live'
import type { Problem } from '../../../src-shared/problem'

/** What DNS said of a domain's records, and when. */
type Checked = Pick<DomainDetail, 'records'> & { checkedAt: number }

/** Milliseconds between two readings while the copy changes. */
const pauseMs = 700

/** The domain that is open. Opening it asks DNS at once, and what it answered stays until it is asked again. */
export function useDomain(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const checked = shallowRef<Checked | null>(null)
  const checking = useSaving()

  const opened = useOpened<DomainDetail, never>({
    id,
    get: (asked) => bridge.domains.get({ id: asked }),
    discard: () => Promise.resolve(),
    changes: () => live.copyKey,
    pushes: () => null,
    pushed: () => null,
    pauseMs,
  })

  async function check(): Promise<void> {
    const asked = id()
    await checking.run(async () => {
      const { records, checkedAt, ...rest } = await bridge.domains.check({ id: asked })
      if (asked !== id()) return
      checked.value = { records, checkedAt }
      opened.take({ ...rest, records })
    })
    if (asked !== id()) void check()
  }

  watch(
    id,
    () => {
      checked.value = null
      checking.problem.value = null
      void check()
    },
    { immediate: true },
  )

  return {
    detail: computed(() => {
      const known = opened.current.value
      return known && checked.value ? { ...known, records: checked.value.records } : known
    }),
    checkedAt: computed(() => checked.value?.checkedAt ?? null),
    problem: opened.problem,
    reload: opened.reload,
    check,
    checking: checking.busy,
    /** Why the last check failed. */
    refusal: checking.problem,
    remove: async (typed: string): Promise<void> => {
      await bridge.domains.remove({ id: id(), domain: typed })
    },
  }
}

/** Adds a domain. Answers it; null where that was refused, with why in `problem`. */
export function useAddDomain() {
  const bridge = useBridge()
  const busy = shallowRef(false)
  const problem = shallowRef<Problem | null>(null)
  async function add(domain: string): Promise<DomainDetail | null> {
    if (busy.value) return null
    busy.value = true
    problem.value = null
    try {
      return await bridge.domains.add({ domain })
    } catch (error) {
      problem.value = problemOf(error)
      return null
    } finally {
      busy.value = false
    }
  }
  return { busy, problem, add }
}
