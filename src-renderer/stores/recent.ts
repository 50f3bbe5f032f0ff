import { refDebounced } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, onBeforeUnmount, shallowRef, watch } from 'vue'
import type { RecentKey } from '../../src-shared/bridge/recent'
import { useBridge } from '../bridge'

/** How long another one in the same panel is looked at before it counts as opened (milliseconds): arrows go through many. */
const rest = 1000

/** What is open now: recent things are those that were before. */
export const useRecentStore = defineStore('recent', () => {
  const open = shallowRef<readonly RecentKey[]>([])
  return { open }
})

/** Keeps what is open, for as long as the component that calls this is there, so that the palette offers it afterwards. */
export function rememberOpened(kind: RecentKey['kind'], id: () => string | null): void {
  const bridge = useBridge()
  const store = useRecentStore()
  const current = computed(id)
  let mine: RecentKey | null = null

  function show(now: string | null): void {
    const others = store.open.filter((one) => one !== mine)
    mine = now === null ? null : { kind, id: now }
    store.open = mine === null ? others : [...others, mine]
  }

  function note(now: string | null): void {
    // Where the copy cannot be written, the screen itself says so.
    if (now !== null) bridge.recent.opened({ kind, id: now }).catch(() => undefined)
  }

  watch(current, show, { immediate: true })
  watch(refDebounced(current, rest), note, { immediate: true })
  onBeforeUnmount(() => show(null))
}
