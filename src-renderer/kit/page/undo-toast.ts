import { useMessage } from 'naive-ui'
import { h } from 'vue'
import UndoToast from './UndoToast.vue'

/** Says what was done in a toast that takes it back, by its button or Ctrl Z. One at a time; it outlives the panel it is of. */
export function useUndoToast() {
  const message = useMessage()
  let end: (() => void) | null = null

  return (text: string, undo: () => unknown): void => {
    end?.()
    // Its own: what is undone may say something in another one meanwhile.
    const close = () => {
      if (end === close) end = null
      shown.destroy()
    }
    const isLast = () => end === close
    const shown = message.success(() => h(UndoToast, { text, undo, isLast, onGone: close }), { duration: 0 })
    end = close
  }
}
