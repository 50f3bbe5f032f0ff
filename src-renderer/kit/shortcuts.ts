import { useEventListener } from '@vueuse/core'
import { keyCaps, keysOf, pressName, shortcuts, type ShellShortcut, type ShortcutId } from '../shortcuts'

/** Whether this is a Mac: its people press the command key. */
export const onMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Milliseconds within which the second key of two has to follow. */
const chordTime = 1200

/** The caps of a shell shortcut, for showing them beside what it does. */
export function capsOf(id: ShortcutId): string[] {
  const [keys] = keysOf(id)
  return keys === undefined ? [] : keyCaps(keys, onMac)
}

/** Whether a key press is that of a shortcut, as a person has it now. */
export function isPress(event: Parameters<typeof pressName>[0], id: ShortcutId): boolean {
  return keysOf(id).includes(pressName(event, onMac))
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
  const found = shortcuts.find(({ scope, id }) => scope === 'shell' && keysOf(id).includes(combination))
  return found ? (found.id as ShellShortcut) : null
}

function chordOf(event: KeyboardEvent): ShellShortcut | null {
  if (!first || event.timeStamp - first.at >= chordTime) return null
  return shellShortcut(`${first.key} ${pressName(event, onMac)}`)
}

/** Whether a key press is the second of two that the shell listens to: alone, the letter may mean something else. */
export const endsTwo = (event: KeyboardEvent): boolean => chordOf(event) !== null

/** What a person presses while they type as well, or in a dialog: it is no letter that would be typed. */
const isCommand = (press: string): boolean => /^(Mod\+|Alt\+|F\d)/.test(press)

/** Listens to the shell's shortcuts. A letter does nothing while one is typing; within a dialog only its primary button is pressed. */
export function useShortcuts(handlers: Record<ShellShortcut, () => void>): void {
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    // Whatever had the key, it came between.
    if (event.defaultPrevented) first = null
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const press = pressName(event, onMac)
    const modal = document.querySelector('[aria-modal="true"]') !== null
    if (!isCommand(press) && (isTyping(event.target) || modal)) {
      first = null
      return
    }
    const id = chordOf(event) ?? shellShortcut(press)
    first = id ? null : { key: press, at: event.timeStamp }
    if (!id || (modal && id !== 'primary')) return
    event.preventDefault()
    handlers[id]()
  })
}
