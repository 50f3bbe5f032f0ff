/** On a pointer event: what is cut off under it gets its whole text as a tooltip, where it has no title of its own. */
export function showWhenCut(event: Event): void {
  const found =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell], .truncate') : null
  if (!found || (found.title !== '' && !found.hasAttribute('data-cut'))) return
  const text = found.textContent?.trim() ?? ''
  const isCut = found.scrollWidth > found.clientWidth && text !== ''
  found.toggleAttribute('data-cut', isCut)
  if (isCut) found.title = text
  else found.removeAttribute('title')
}
