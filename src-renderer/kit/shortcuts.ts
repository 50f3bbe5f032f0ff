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

/** What was pressed last and may begin two. One for the page: a list hears its letters before the shell does. */
let first: { key: string; at: number } | null = null

function shellShortcut(combination: string): ShellShortcut | null {
  const found = shortcuts.find(
    ({ scope, keys }) => scope === 'shell' && keys.some((one) => one === combination),
  )
  return found ? (found.id as ShellShortcut) : null
}

function chordOf(event: KeyboardEvent): ShellShortcut | null {
  if (!first || event.timeStamp - first.at >= chordTime) return null
  return shellShortcut(`${first.key} ${pressName(event, onMac)}`)
}

/** Whether a key press is the second of two that the shell listens to: alone, the letter may mean something else. */
export const endsTwo = (event: KeyboardEvent): boolean => chordOf(event) !== null

/** Listens to the shell's shortcuts. A letter does nothing while one is typing or a dialog is open; `Mod` always works. */
export function useShortcuts(handlers: Record<ShellShortcut, () => void>): void {
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    // Whatever had the key, it came between.
    if (event.defaultPrevented) first = null
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const press = pressName(event, onMac)
    const modal = document.querySelector('[aria-modal="true"]') !== null
    if (!press.startsWith('Mod+') && (isTyping(event.target) || modal)) {
      first = null
      return
    }
    if (press.startsWith('Mod+') && modal) return
    const id = chordOf(event) ?? shellShortcut(press)
    first = id ? null : { key: press, at: event.timeStamp }
    if (!id) return
    event.preventDefault()
    handlers[id]()
  })
}
