import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Which of the shell's own dialogs is open. */
export const useDialogsStore = defineStore('dialogs', () => {
  const palette = ref(false)
  const shortcuts = ref(false)
  const outbox = ref(false)
  /** The run whose question was put off; it is asked again from the top bar. */
  const putOffRun = ref<number | null>(null)
  /** When the copy of a profile, which could not be opened, was last asked for again (epoch milliseconds). */
  const cacheAsked = ref<{ id: string | undefined; at: number } | null>(null)

  return { palette, shortcuts, outbox, putOffRun, cacheAsked }
})
