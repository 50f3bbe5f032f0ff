import { computed, ref, useTemplateRef } from 'vue'
import { useDesktop } from '../../../desktop'
import { formatBytes } from '../../../format'
import type { WaysIn } from './use-ways-in'

/** Choosing a file or pasting rows, with the desktop's dialog or the page's own `picker`, and how far what comes is. */
export function useFilePicker(ways: Pick<WaysIn, 'arrival' | 'choose' | 'openFile' | 'openText'>) {
  const picker = useTemplateRef<HTMLInputElement>('picker')
  const pasting = ref(false)
  const onDesktop = useDesktop() !== null

  return {
    pasting,
    progress: computed(() => {
      const arrival = ways.arrival.value
      if (!arrival || arrival.name === '') return null
      const { name, sent, total } = arrival
      if (total === 0 || sent >= total) return { words: `Opening ${name}`, share: total === 0 ? null : 1 }
      return { words: `${name}, ${formatBytes(sent)} of ${formatBytes(total)}`, share: sent / total }
    }),
    choose(): void {
      if (onDesktop) void ways.choose()
      else picker.value?.click()
    },
    /** A file was chosen with the page's own picker. */
    chosen(): void {
      const file = picker.value?.files?.[0]
      if (picker.value && file) void ways.openFile(file)
      // The same file can be chosen once more, after it was changed.
      if (picker.value) picker.value.value = ''
    },
    pasted(text: string): void {
      pasting.value = false
      void ways.openText(text)
    },
  }
}
