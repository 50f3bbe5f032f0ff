import type { ConditionGroup, ConditionNode } from './condition-tree'

/** The most groups within each other that are built here. */
export const mostLevels = 3

/** The path of groups to a line, the whole first; empty where there is no such line. */
export function pathTo(group: ConditionGroup, key: number): ConditionGroup[] {
  for (const child of group.children) {
    if (child.key === key) return [group]
    const inner = child.kind === 'group' ? pathTo(child, key) : []
    if (inner.length > 0) return [group, ...inner]
  }
  return []
}

/** A line by its key. */
export function nodeAt(group: ConditionGroup, key: number): ConditionNode | null {
  return (
    pathTo(group, key)
      .at(-1)
      ?.children.find((child) => child.key === key) ?? null
  )
}

/** The whole with another line in the place of one; null takes it out. */
export function replaced(group: ConditionGroup, key: number, by: ConditionNode | null): ConditionGroup {
  const children = group.children.flatMap((child): ConditionNode[] => {
    if (child.key === key) return by ? [by] : []
    return [child.kind === 'group' ? replaced(child, key, by) : child]
  })
  return { ...group, children }
}

/** The whole with a line put into a group, after another one of it or at its end. */
export function inserted(
  group: ConditionGroup,
  into: number,
  node: ConditionNode,
  after: number | null,
): ConditionGroup {
  if (group.key !== into) {
    const children = group.children.map((child) =>
      child.kind === 'group' ? inserted(child, into, node, after) : child,
    )
    return { ...group, children }
  }
  const at = group.children.findIndex(({ key }) => key === after)
  const place = at < 0 ? group.children.length : at + 1
  return { ...group, children: [...group.children.slice(0, place), node, ...group.children.slice(place)] }
}

/** The whole with a line moved by one place: over its neighbour, into it where that is a group, or out of its own at its ends. */
export function moved(root: ConditionGroup, key: number, by: 1 | -1): ConditionGroup {
  const path = pathTo(root, key)
  const parent = path.at(-1)
  const node = nodeAt(root, key)
  if (!parent || !node) return root
  const at = parent.children.findIndex((child) => child.key === key)
  const neighbour = parent.children[at + by]
  const without = replaced(root, key, null)
  if (neighbour?.kind === 'group' && node.kind === 'chip') {
    const first = by > 0 ? neighbour.children[0]?.key : undefined
    return first === undefined
      ? inserted(without, neighbour.key, node, null)
      : before(without, neighbour.key, node, first)
  }
  if (neighbour) {
    return by > 0
      ? inserted(without, parent.key, node, neighbour.key)
      : before(without, parent.key, node, neighbour.key)
  }
  const outer = path.at(-2)
  if (!outer) return root
  return by > 0
    ? inserted(without, outer.key, node, parent.key)
    : before(without, outer.key, node, parent.key)
}

function before(root: ConditionGroup, into: number, node: ConditionNode, next: number): ConditionGroup {
  const group = root.key === into ? root : nodeAt(root, into)
  if (group?.kind !== 'group') return root
  const at = group.children.findIndex(({ key }) => key === next)
  const children = [...group.children.slice(0, at), node, ...group.children.slice(at)]
  const changed = { ...group, children }
  return root.key === into ? changed : replaced(root, into, changed)
}

/** The lines of a whole from top to bottom, groups before what is in them. */
export function linesOf({ children }: ConditionGroup): ConditionNode[] {
  return children.flatMap((child) => (child.kind === 'group' ? [child, ...linesOf(child)] : [child]))
}
