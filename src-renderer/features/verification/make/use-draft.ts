import { watchDebounced } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import type { BatchSource } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useBatch } from '../use-batch'

/** The batch that a choice would make: collected at once, asking nobody, in no list. Another choice, or leaving, takes it away. */
export function useDraft(wanted: Ref<{ source: BatchSource; older: number | null } | null>) {
  const bridge = useBridge()
  const id = ref<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const open = useBatch(() => id.value)
  /** What the draft that is there was made of. */
  const madeOf = ref('')
  let turn = 0

  async function drop(): Promise<void> {
    const held = id.value
    id.value = null
    if (held === null) return
    try {
      await bridge.verification.discard({ id: held })
    } catch {
      // It goes by itself when the program starts, and is in no list until then.
    }
  }

  async function make(): Promise<void> {
    const mine = ++turn
    problem.value = null
    const asked = wanted.value
    await drop()
    if (asked === null || mine !== turn) return
    try {
      const made = await bridge.verification.create({ ...asked, draft: true })
      id.value = made.id
      madeOf.value = JSON.stringify(asked)
      if (mine !== turn) await drop()
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }

  const key = computed(() => JSON.stringify(wanted.value))
  watchDebounced(key, () => void make(), { debounce: 150, immediate: true })
  onScopeDispose(() => {
    turn += 1
    void drop()
  })

  return {
    /** As far as it is known; null before. */
    detail: computed(() =>
      open.detail.value?.id === id.value && madeOf.value === key.value ? open.detail.value : null,
    ),
    problem: computed(() => problem.value ?? open.problem.value),
    /** It becomes a batch like others, and its check begins where there is anybody to ask about. */
    async keep(name: string, start: boolean): Promise<number | null> {
      const held = id.value
      if (held === null) return null
      await bridge.verification.keep({ id: held, name })
      turn += 1
      id.value = null
      if (start) await bridge.verification.start({ id: held })
      return held
    },
  }
}
