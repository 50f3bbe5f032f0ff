/** What a key press asks of a list. */
export type RowCommand =
  { do: 'move'; to: number; extend: boolean } | { do: 'open' } | { do: 'toggle' } | { do: 'all' }

/** What a key press depends on. */
export interface RowKeyPlace {
  position: number
  count: number
  /** Rows that Page Up and Page Down move by. */
  pageRows: number
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

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
  if (place.count === 0 || press.altKey) return null
  const command = press.ctrlKey || press.metaKey
  if (command) return press.key.toLowerCase() === 'a' ? { do: 'all' } : null
  if (press.key === 'Enter') return { do: 'open' }
  if (press.key === ' ') return { do: 'toggle' }
  const to = target(press.key, place)
  if (to === null) return null
  return { do: 'move', to: Math.min(place.count - 1, Math.max(0, to)), extend: press.shiftKey }
}
