import { useMessage } from 'naive-ui'
import { h } from 'vue'
import UndoToast from './UndoToast.vue'

/** Says what was done at once, with a way back that asks nothing. `undo` tells by itself where it fails. */
export function useUndoToast(): (text: string, undo: () => Promise<unknown>) => void {
  const message = useMessage()
  return (text, undo) => {
    const shown = message.success(() => h(UndoToast, { text, undo, onGone: () => shown.destroy() }), {
      duration: 0,
    })
  }
}
