/** On a pointer event within a list: gives the cell under it a tooltip with its whole text, where that is cut. */
export function showWhenCut(event: Event): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null
  if (!cell) return
  const text = cell.textContent?.trim() ?? ''
  if (cell.scrollWidth > cell.clientWidth && text !== '') cell.title = text
  else cell.removeAttribute('title')
}
