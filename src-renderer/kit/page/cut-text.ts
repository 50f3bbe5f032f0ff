/**
 * On a pointer event: what is under it and may be cut off gets a tooltip with its whole text, where it is cut. What has a
 * title of its own keeps it.
 */
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
