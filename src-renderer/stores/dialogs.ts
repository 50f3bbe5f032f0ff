import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Which of the shell's own dialogs is open. */
export const useDialogsStore = defineStore('dialogs', () => {
  const palette = ref(false)
  const shortcuts = ref(false)
  const outbox = ref(false)
  return { palette, shortcuts, outbox }
})
