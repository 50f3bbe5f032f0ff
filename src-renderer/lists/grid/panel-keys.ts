/** Where the arrows have a meaning of their own. */
const taken =
  'input, textarea, select, [role="menu"], [role="separator"], [role="region"], [aria-modal="true"]'

/** How many rows an arrow pressed within the side panel moves on: 1, -1, or 0 where it means something else. */
export function panelArrow(event: KeyboardEvent): number {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0
  if (event.target instanceof Element && event.target.closest(taken)) return 0
  if (event.key === 'ArrowDown') return 1
  return event.key === 'ArrowUp' ? -1 : 0
}
