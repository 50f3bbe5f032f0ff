import { useEventListener } from '@vueuse/core'
import { keyCaps, pressName, shortcuts, type ShellShortcut } from '../shortcuts'

/** Whether this is a Mac: its people press the command key. */
export const onMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Milliseconds within which the second key of two has to follow. */
const chordTime = 1200

/** The caps of a shell shortcut, for showing them beside what it does. */
export function capsOf(id: (typeof shortcuts)[number]['id']): string[] {
  const found = shortcuts.find((shortcut) => shortcut.id === id)
  return found?.keys[0] ? keyCaps(found.keys[0], onMac) : []
}

/** Whether a key goes into a text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}

/** Listens to the shell's shortcuts. A letter does nothing while one is typing or a dialog is open; `Mod` always works. */
export function useShortcuts(handlers: Record<ShellShortcut, () => void>): void {
  let first: { key: string; at: number } | null = null

  function find(combination: string): (() => void) | null {
    const found = shortcuts.find(
      ({ scope, keys }) => scope === 'shell' && keys.some((one) => one === combination),
    )
    return found ? handlers[found.id as ShellShortcut] : null
  }

  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const press = pressName(event, onMac)
    const modal = document.querySelector('[aria-modal="true"]') !== null
    if (!press.startsWith('Mod+') && (isTyping(event.target) || modal)) {
      first = null
      return
    }
    if (press.startsWith('Mod+') && modal) return
    const chord = first && event.timeStamp - first.at < chordTime ? find(`${first.key} ${press}`) : null
    const handler = chord ?? find(press)
    first = handler ? null : { key: press, at: event.timeStamp }
    if (!handler) return
    event.preventDefault()
    handler()
  })
}
