/** Where the arrows have a meaning of their own. */
const taken =
  'input, textarea, select, [role="menu"], [role="separator"], [role="region"], [aria-modal="true"]'

/** Has an arrow that is pressed within the side panel move on by a row. */
export function movePressed(event: KeyboardEvent, move: (rows: number) => void): void {
  const rows = panelArrow(event)
  if (rows === 0) return
  event.preventDefault()
  move(rows)
}

/** How many rows an arrow pressed within the side panel moves on: 1, -1, or 0 where it means something else. */
function panelArrow(event: KeyboardEvent): number {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0
  if (event.target instanceof Element && event.target.closest(taken)) return 0
  if (event.key === 'ArrowDown') return 1
  return event.key === 'ArrowUp' ? -1 : 0
}
