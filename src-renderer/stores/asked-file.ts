import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { fileExtensions } from '../../src-shared/bridge/file-extensions'

/** What a browser's dialog offers, of the files that can be read. */
export const acceptedFiles = fileExtensions.map((extension) => `.${extension}`).join(',')

/**
 * The file to import that was asked for in a browser by its keys, until the screen of imports takes it. A browser opens its
 * dialog within five seconds of a key press alone, so it is asked for at once: the screen may take longer to come.
 */
export const useAskedFileStore = defineStore('asked-file', () => {
  const file = shallowRef<File | null>(null)
  // Held here: one that nothing holds may be gone before a file is chosen.
  let picker: HTMLInputElement | null = null

  function ask(): void {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = acceptedFiles
    input.onchange = () => (file.value = input.files?.[0] ?? null)
    picker = input
    picker.click()
  }

  /** The file, which is asked for no longer; null: there is none. */
  function take(): File | null {
    const taken = file.value
    file.value = null
    return taken
  }

  return { file, ask, take }
})
