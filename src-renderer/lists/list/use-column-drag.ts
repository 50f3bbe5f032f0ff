import { readingWay } from '../../kit/reading-way'
import { clampWidth } from './column'

/** Dragging a column's edge: tells every width on the way. */
export function useColumnDrag(resize: (key: string, width: number) => void) {
  function start(event: PointerEvent, key: string): void {
    const edge = event.currentTarget
    if (!(edge instanceof HTMLElement) || event.button !== 0) return
    const cell = edge.parentElement
    if (!cell) return
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    // The width that is drawn: a growing column is wider than the one it is given.
    const width = cell.getBoundingClientRect().width
    const from = event.clientX
    const move = (now: PointerEvent) => resize(key, clampWidth(width + (now.clientX - from) * readingWay()))
    const end = () => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }
  return { start }
}
