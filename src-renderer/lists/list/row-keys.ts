import { endsTwo, isPress, isTyping } from '../../kit/shortcuts'

/** How a row is opened: to be looked at, or to be changed. */
export type Opening = 'open' | 'edit'

/** What a key press asks of a list. */
type RowCommand =
  | { do: 'move'; to: number; extend: boolean }
  | { do: 'open' }
  | { do: 'edit' }
  | { do: 'toggle' }
  | { do: 'all' }

interface RowKeyPlace {
  position: number
  count: number
  /** Rows that Page Up and Page Down move by. */
  pageRows: number
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Letters that do what other keys do, for hands that stay where one types. */
const letters: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp', o: 'Enter', x: ' ' }

function target(key: string, { position, count, pageRows }: RowKeyPlace): number | null {
  switch (key) {
    case 'ArrowDown':
      return position + 1
    case 'ArrowUp':
      return position - 1
    case 'PageDown':
      return position + pageRows
    case 'PageUp':
      return position - pageRows
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Reads a key press over the rows of a list; null where it means nothing there. */
export function rowCommand(press: Press, place: RowKeyPlace): RowCommand | null {
  if (place.count === 0) return null
  if (isPress(press, 'all')) return { do: 'all' }
  if (isPress(press, 'edit')) return { do: 'edit' }
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  const key = letters[press.key.toLowerCase()] ?? press.key
  if (key === 'Enter') return { do: 'open' }
  if (key === ' ') return { do: 'toggle' }
  const to = target(key, place)
  if (to === null) return null
  return { do: 'move', to: Math.min(place.count - 1, Math.max(0, to)), extend: press.shiftKey }
}

/** Whether a key pressed within a row is not for the list: a field, a button or a link has it, or the shell as the second of two. */
export function isForOthers(event: KeyboardEvent): boolean {
  if (event.isComposing || isTyping(event.target) || endsTwo(event)) return true
  const presses = event.key === 'Enter' || event.key === ' '
  return presses && event.target instanceof Element && event.target.closest('a, button') !== null
}
