import { useEventListener } from '@vueuse/core'
import { useMessage } from 'naive-ui'
import { h, onScopeDispose } from 'vue'
import { pressName } from '../../shortcuts'
import { isTyping, onMac } from '../shortcuts'

/** How long a toast waits for whoever wants back what it tells of (milliseconds). */
const patience = 8000

/** Says what was done in a toast that takes it back: by its button or, while it is there, by Ctrl Z. One at a time. */
export function useUndoToast() {
  const message = useMessage()
  let end: (() => void) | null = null
  onScopeDispose(() => end?.())

  return (said: string, undo: () => void): void => {
    end?.()
    const stop = useEventListener(window, 'keydown', (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.shiftKey || pressName(event, onMac) !== 'Mod+z') return
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      takeBack()
    })
    const button = () => h('button', { type: 'button', class: 'link ml-8', onClick: takeBack }, 'Undo')
    const toast = message.success(() => [said, button()], {
      duration: patience,
      keepAliveOnHover: true,
      onLeave: stop,
    })
    end = () => {
      stop()
      toast.destroy()
    }

    function takeBack(): void {
      end?.()
      undo()
    }
  }
}
