/** Follows the pointer that took hold of an element, until it lets go. */
export function followPointer(
  handle: HTMLElement,
  event: PointerEvent,
  move: (now: PointerEvent) => void,
): void {
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const stop = new AbortController()
  handle.addEventListener('pointermove', move, stop)
  handle.addEventListener('lostpointercapture', () => stop.abort(), { once: true })
}
