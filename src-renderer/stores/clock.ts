import { useDocumentVisibility } from '@vueuse/core'
import { defineStore } from 'pinia'
import { onScopeDispose, readonly, ref, watch } from 'vue'

/** How often the clock ticks, milliseconds: fine enough for "4 min", coarse enough to cost nothing. */
const tick = 10_000

/** The one clock of a page, for whatever shows how long ago something was. */
export const useClockStore = defineStore('clock', () => {
  const now = ref(Date.now())
  // The frame of the window is drawn once, by the build.
  if (import.meta.env.SSR) return { now: readonly(now) }
  const visibility = useDocumentVisibility()
  let timer: number | undefined

  watch(
    visibility,
    (state) => {
      window.clearInterval(timer)
      if (state === 'hidden') return
      now.value = Date.now()
      timer = window.setInterval(() => (now.value = Date.now()), tick)
    },
    { immediate: true },
  )
  onScopeDispose(() => window.clearInterval(timer))

  return { now: readonly(now) }
})
