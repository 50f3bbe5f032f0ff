import { computed, shallowRef, watch } from 'vue'
import type { DomainDetail } from '../../../src-shared/bridge/domains'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useSaving } from '../../kit/save/saving'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'

type Checked = Pick<DomainDetail, 'records'> & { checkedAt: number }

/** The domain that is open. Opening it asks DNS at once, and what it answered stays until it is asked again. */
export function useDomain(id: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  rememberOpened('domain', id)
  const checked = shallowRef<Checked | null>(null)
  const checking = useSaving()

  const opened = useOpened<DomainDetail, never>({
    id,
    get: (asked) => bridge.domains.get({ id: asked }),
    changes: () => live.copyKey,
    pauseMs: 700,
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
    refusal: checking.problem,
    remove: async (typed: string): Promise<void> => {
      await bridge.domains.remove({ id: id(), domain: typed })
    },
  }
}
