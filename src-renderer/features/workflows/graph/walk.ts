import { type Box, type Drawing, size } from './graph'

/** The box that an arrow key leads to: right along the ways, left against them, up and down to the next; null: none. */
export function boxTowards({ boxes, edges }: Drawing, from: string, key: string): string | null {
  const here = boxes.find(({ id }) => id === from)
  if (!here) return null
  const nearest = (found: readonly Box[], away: (box: Box) => number): string | null =>
    [...found].sort((a, b) => away(a) - away(b))[0]?.id ?? null
  const aside = ({ x }: Box): number => x - here.x
  const along = (ids: readonly string[], isThere: (box: Box) => boolean): string | null => {
    const across = ({ y }: Box): number => Math.abs(y - here.y)
    const led = boxes.filter((box) => ids.includes(box.id) && isThere(box))
    const others = boxes.filter((box) => isThere(box) && Math.abs(box.y - here.y) <= size.height)
    return nearest(led, across) ?? nearest(others, (box) => Math.abs(aside(box)) + across(box) / 1000)
  }
  const beside = (direction: 1 | -1): string | null =>
    nearest(
      boxes.filter(({ y }) => (y - here.y) * direction > 0),
      // The layer itself comes before every other.
      (box) => Math.abs(aside(box)) * 100 + (box.y - here.y) * direction,
    )
  const inOrder = (): Box[] => [...boxes].sort((a, b) => a.x - b.x || a.y - b.y)
  switch (key) {
    case 'ArrowRight':
      return along(
        edges.filter((edge) => edge.from === from).map(({ to }) => to),
        (box) => aside(box) > 0,
      )
    case 'ArrowLeft':
      return along(
        edges.filter((edge) => edge.to === from).map((edge) => edge.from),
        (box) => aside(box) < 0,
      )
    case 'ArrowDown':
      return beside(1)
    case 'ArrowUp':
      return beside(-1)
    case 'Home':
      return inOrder()[0]?.id ?? null
    case 'End':
      return inOrder().at(-1)?.id ?? null
    default:
      return null
  }
}
