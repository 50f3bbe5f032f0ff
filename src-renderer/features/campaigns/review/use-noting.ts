import { watch, type ShallowRef } from 'vue'

/** Puts the focus on the note of a check, as soon as that is open. Answers whether it has to be opened first. */
export function useNoting(open: () => string | null, list: Readonly<ShallowRef<HTMLElement | null>>) {
  let noting: string | null = null
  const focus = () => list.value?.querySelector<HTMLElement>('[data-note]')?.focus()
  watch(
    open,
    (now) => {
      if (now !== null && now === noting) focus()
      noting = null
    },
    { flush: 'post' },
  )
  return (key: string): boolean => {
    if (open() === key) {
      focus()
      return false
    }
    noting = key
    return true
  }
}
