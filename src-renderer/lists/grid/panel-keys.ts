import { endsTwo } from '../../kit/shortcuts'

/** Where the arrows have a meaning of their own. */
const taken =
  'input, textarea, select, [role="menu"], [role="separator"], [role="region"], [aria-modal="true"]'

/** How many rows a key moves on by. */
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** What a key does that is pressed within the side panel: the arrows, J and K move on by a row. */
export function panelPressed(event: KeyboardEvent, move: (rows: number) => void): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (endsTwo(event) || (event.target instanceof Element && event.target.closest(taken))) return
  const rows = steps[event.key]
  if (rows === undefined) return
  move(rows)
  event.preventDefault()
}
