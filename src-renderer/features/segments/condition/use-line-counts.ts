import { computed, useId } from 'vue'
import { memberOf, type FilterCondition } from '../../../../src-shared/interface/filter'
import { useBridge } from '../../../bridge'
import { useEnteredAnswer } from '../../../kit/state/entered-answer'
import { useLiveStore } from '../../../stores/live'
import {
  conditionOf,
  newGroup,
  treeOf,
  type ConditionGroup,
  type ConditionNode,
  type TypesOf,
} from './condition-tree'
import { pathTo } from './tree-edits'

/** How many are left after a line; `added`: what it adds to those above it, of which any holds. */
export interface LineCount {
  count: number
  added: boolean
}

/** What is counted for a line. `beyond`: the line above it, whose people it adds to. */
interface AskedCount {
  key: number
  condition: FilterCondition
  beyond: number | null
}

/** What stands before the lines where they choose among the members of a segment; null: among everybody. */
function membersOf(segment: string | null): readonly ConditionNode[] {
  if (segment === null) return []
  return treeOf({ logic: 'AND', groups: [{ filters: [memberOf(segment)] }] }).children
}

/**
 * What is to be counted for each line: the people left after it, within any those that are there with it. Of the members of
 * `segment`, where there is one.
 */
export function askedOf(root: ConditionGroup, types: TypesOf, segment: string | null = null): AskedCount[] {
  const asked: AskedCount[] = []
  const and = (nodes: readonly ConditionNode[]) => conditionOf({ logic: 'AND', children: nodes }, types)

  function within(group: ConditionGroup, before: readonly ConditionNode[]): void {
    let above: number | null = null
    group.children.forEach((child, at) => {
      const upTo = group.children.slice(0, at + 1)
      const part = group.logic === 'AND' ? upTo : [newGroup('OR', upTo)]
      if (child.kind === 'group')
        within(child, group.logic === 'AND' ? [...before, ...upTo.slice(0, -1)] : before)
      const own = conditionOf({ logic: 'AND', children: [child] }, types)
      const condition = and([...before, ...part])
      if (own === null || condition === null) return
      asked.push({ key: child.key, condition, beyond: group.logic === 'OR' ? above : null })
      above = child.key
    })
  }
  within(root, membersOf(segment))
  return asked
}

/** Who is left before a line: what its values are counted among; null: everybody. `segment`: as of {@link askedOf}. */
export function contextOf(
  root: ConditionGroup,
  key: number,
  types: TypesOf,
  segment: string | null = null,
): FilterCondition | null {
  const path = pathTo(root, key)
  const before = path.flatMap((group, at) => {
    const next = path[at + 1]?.key ?? key
    const place = group.children.findIndex((child) => child.key === next)
    return group.logic === 'AND' ? group.children.slice(0, place) : []
  })
  return conditionOf({ logic: 'AND', children: [...membersOf(segment), ...before] }, types)
}

/** Counts every line of a condition whenever it, the segment or the copy changed; what is not finished is not counted. */
export function useLineCounts(root: () => ConditionGroup, types: TypesOf, segment: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const asker = useId()

  async function ask(asked: readonly AskedCount[]): Promise<ReadonlyMap<number, LineCount>> {
    const conditions = asked.map(({ condition }) => condition)
    const answer = await bridge.segments.countEach({ conditions, asker: `lines ${asker}` })
    const byKey = new Map(asked.map(({ key }, at) => [key, answer.counts[at] ?? 0]))
    return new Map(
      asked.map(({ key, beyond }) => {
        const all = byKey.get(key) ?? 0
        return [
          key,
          { count: beyond === null ? all : all - (byKey.get(beyond) ?? 0), added: beyond !== null },
        ]
      }),
    )
  }

  // Without figures a condition is written all the same; the count of the whole says why there are none.
  const { answer, stale } = useEnteredAnswer({
    asked() {
      const asked = askedOf(root(), types, segment())
      return asked.length === 0 ? null : asked
    },
    ask,
    changes: [root, segment, () => live.copyKey],
    pauseMs: 150,
  })
  return { counts: computed(() => answer.value ?? new Map<number, LineCount>()), counting: stale }
}
