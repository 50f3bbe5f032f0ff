import type { Drawing } from './graph'

/**
 * The box that an arrow key leads to from another: down to where it leads, up to what leads to it, sideways to the next
 * one at the same height. Null where there is none.
 */
export function boxTowards({ boxes, edges }: Drawing, from: string, key: string): string | null {
  const here = boxes.find(({ id }) => id === from)
  if (!here) return null
  const near = (ids: string[]): string | null => {
    const found = boxes.filter(({ id }) => ids.includes(id) && id !== from)
    found.sort((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))
    return found[0]?.id ?? null
  }
  switch (key) {
    case 'ArrowDown':
      return near(edges.filter((edge) => edge.from === from).map(({ to }) => to)) ?? nextBelow()
    case 'ArrowUp':
      return near(edges.filter((edge) => edge.to === from).map((edge) => edge.from)) ?? nextAbove()
    case 'ArrowRight':
      return beside(1)
    case 'ArrowLeft':
      return beside(-1)
    case 'Home':
      return inOrder()[0]?.id ?? null
    case 'End':
      return inOrder().at(-1)?.id ?? null
    default:
      return null
  }

  function inOrder() {
    return [...boxes].sort((a, b) => a.y - b.y || a.x - b.x)
  }
  function nextBelow(): string | null {
    return inOrder().find(({ y }) => y > (here?.y ?? 0))?.id ?? null
  }
  function nextAbove(): string | null {
    return (
      inOrder()
        .reverse()
        .find(({ y }) => y < (here?.y ?? 0))?.id ?? null
    )
  }
  function beside(direction: 1 | -1): string | null {
    const row = boxes
      .filter(({ y, x }) => y === here?.y && (x - here.x) * direction > 0)
      .sort((a, b) => (a.x - b.x) * direction)
    return row[0]?.id ?? null
  }
}
