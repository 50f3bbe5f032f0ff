import { useEventListener } from '@vueuse/core'
import { onBeforeUnmount, shallowRef } from 'vue'
import { useDesktop } from '../../../desktop'

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}

/** Files that are dropped on the window or pasted, as they come. On the desktop they come as the host's token, never as a path. */
export function useDrop(to: {
  /** Whether more than one file at a time is of use; else the first is taken. */
  several?: boolean
  file: (file: File) => void
  token: (token: string, name: string) => void
  text: (text: string) => void
}) {
  const desktop = useDesktop()
  /** Something is held over the window; how deep it is within it, for the elements that it passes. */
  const over = shallowRef(false)
  let depth = 0

  useEventListener(window, 'dragenter', (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    depth += 1
    over.value = true
  })
  useEventListener(window, 'dragover', (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
  })
  useEventListener(window, 'dragleave', () => {
    depth = Math.max(0, depth - 1)
    if (depth === 0) over.value = false
  })
  useEventListener(window, 'drop', (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    depth = 0
    over.value = false
    if (desktop) return
    const files = Array.from(event.dataTransfer?.files ?? [])
    for (const file of to.several ? files : files.slice(0, 1)) to.file(file)
  })
  useEventListener(window, 'paste', (event: ClipboardEvent) => {
    if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return
    const [first] = Array.from(event.clipboardData?.files ?? [])
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim() !== '') to.text(text)
    else if (first && !desktop) to.file(first)
    else return
    event.preventDefault()
  })

  const stop = desktop?.onFileDropped(({ token, name }) => to.token(token, name))
  onBeforeUnmount(() => stop?.())

  return { over }
}
