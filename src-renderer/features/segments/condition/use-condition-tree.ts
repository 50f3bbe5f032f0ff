import { computed, shallowRef, watch, type Ref } from 'vue'
import type { FieldType } from '../../../../src-shared/bridge/contacts'
import { filterConditionSchema, type FilterCondition } from '../../../../src-shared/interface/filter'
import { sameValue } from '../../../../src-shared/same-value'
import {
  conditionOf,
  isFinished,
  newGroup,
  treeOf,
  type ConditionChip,
  type ConditionGroup,
  type ConditionNode,
} from './condition-tree'
import { inserted, mostLevels, moved, nodeAt, pathTo, replaced } from './tree-edits'

/** A condition being written as lines. The model is null while something is missing in it. */
export function useConditionTree(
  model: Ref<FilterCondition | null>,
  typesOf: (key: string) => readonly FieldType[],
) {
  const root = shallowRef<ConditionGroup>(treeOf(model.value))
  /** Where the next line is put: after this one. */
  const cursor = shallowRef<number | null>(null)
  /** Of those that were not opened anything is said only once all of it is asked for. */
  let told = model.value

  function types(chip: ConditionChip): readonly FieldType[] {
    const { subject, name } = chip
    if (subject === 'data') return typesOf(name)
    if (subject === 'createdAt' || subject === 'updatedAt') return ['date']
    return subject === 'subscribed' ? ['boolean'] : ['text']
  }

  const condition = computed(() => {
    if (!isFinished(root.value, types)) return null
    const found = filterConditionSchema.safeParse(conditionOf(root.value, types))
    return found.data ?? null
  })

  function set(next: ConditionGroup): void {
    root.value = next
    const now = condition.value
    if (sameValue(now, told)) return
    told = now
    model.value = now
  }

  watch(model, (now) => {
    if (now === told || sameValue(now, told)) return
    told = now
    root.value = treeOf(now)
    cursor.value = null
  })

  /** The group that the cursor is in, or is on, and after which of its lines it stands. */
  function place(): { into: number; after: number | null } {
    const key = cursor.value
    const node = key === null ? null : nodeAt(root.value, key)
    if (!node) return { into: root.value.key, after: null }
    if (node.kind === 'group') return { into: node.key, after: null }
    return { into: pathTo(root.value, node.key).at(-1)?.key ?? root.value.key, after: node.key }
  }

  function put(node: ConditionNode, into?: number): void {
    const at = into === undefined ? place() : { into, after: null }
    set(inserted(root.value, at.into, node, at.after))
    cursor.value = node.key
  }

  return {
    root,
    cursor,
    types,
    set,
    put,
    /** The line that has the focus. */
    at: (key: number) => (cursor.value = key),
    /** Whether another group fits there. */
    canNest: (into: number) => pathTo(root.value, into).length + 1 < mostLevels,
    nestAt: () => place().into,
    addGroup(into?: number): void {
      const group = newGroup(root.value.logic === 'AND' ? 'OR' : 'AND')
      put(group, into)
    },
    change: (chip: ConditionChip) => set(replaced(root.value, chip.key, { ...chip, read: null })),
    remove(key: number): void {
      const parent = pathTo(root.value, key).at(-1)
      const at = parent?.children.findIndex((child) => child.key === key) ?? -1
      cursor.value = parent?.children[at - 1]?.key ?? parent?.children[at + 1]?.key ?? null
      set(replaced(root.value, key, null))
    },
    move: (key: number, by: 1 | -1) => {
      const next = moved(root.value, key, by)
      const levels = pathTo(next, key).length
      if (levels <= mostLevels) set(next)
    },
    turn(key: number): void {
      if (key === root.value.key) return set({ ...root.value, logic: turned(root.value.logic) })
      const group = nodeAt(root.value, key)
      if (group?.kind === 'group') set(replaced(root.value, key, { ...group, logic: turned(group.logic) }))
    },
  }
}

const turned = (logic: 'AND' | 'OR') => (logic === 'AND' ? 'OR' : 'AND')

/** What {@link useConditionTree} answers. */
export type ConditionTree = ReturnType<typeof useConditionTree>
