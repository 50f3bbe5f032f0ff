import { useEventListener } from '@vueuse/core'
import { useMessage } from 'naive-ui'
import { h } from 'vue'
import { isPress, isTyping } from '../shortcuts'
import UndoToast from './UndoToast.vue'

/** Says what was done in a toast that takes it back, by its button or Ctrl Z. One at a time; it outlives the panel it is of. */
export function useUndoToast() {
  const message = useMessage()
  let end: (() => void) | null = null

  return (text: string, undo: () => unknown): void => {
    end?.()
    const stop = useEventListener(window, 'keydown', (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPress(event, 'selectAgain')) return
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      close()
      undo()
    })
    const shown = message.success(() => h(UndoToast, { text, undo, onGone: close }), { duration: 0 })
    // Its own: what is undone may say something in another one meanwhile.
    const close = () => {
      if (end === close) end = null
      stop()
      shown.destroy()
    }
    end = close
  }
}
