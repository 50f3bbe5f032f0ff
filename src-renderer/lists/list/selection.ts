import { computed, shallowRef } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import { formatNumber } from '../../format'

/** The most rows that can be picked one by one (the bridge's own limit); more are selected as "all that match". */
export const pickLimit = 10_000

/** Picked rows by id; or a frozen set of all that matched, minus exceptions. */
export type Picked =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'frozen'; selectionId: string; count: number; except: ReadonlySet<string> }

/** Nothing picked. */
export const nothing: Picked = { kind: 'ids', ids: new Set() }

/** How many rows are picked. */
export function pickedCount(picked: Picked): number {
  return picked.kind === 'ids' ? picked.ids.size : picked.count - picked.except.size
}

export function isPicked(picked: Picked, id: string): boolean {
  return picked.kind === 'ids' ? picked.ids.has(id) : !picked.except.has(id)
}

/** With these rows picked, or not. Answers null where that would be more than {@link pickLimit}. */
export function withPicked(picked: Picked, ids: readonly string[], on: boolean): Picked | null {
  const listed = new Set(picked.kind === 'ids' ? picked.ids : picked.except)
  const adds = picked.kind === 'ids' ? on : !on
  for (const id of ids) {
    if (adds) listed.add(id)
    else listed.delete(id)
  }
  if (listed.size > pickLimit) return null
  return picked.kind === 'ids' ? { kind: 'ids', ids: listed } : { ...picked, except: listed }
}

/** A selection as the bridge takes it. */
type PickedRows = { kind: 'ids'; ids: string[] } | { kind: 'frozen'; selectionId: string; except: string[] }

/** Rows as the bridge takes them: a selection, or everything that a query matches. */
export type RowSelection<Query> = PickedRows | { kind: 'query'; query: Query }

/** A list's selection as the bridge takes it. */
export function pickedRows(picked: Picked): PickedRows {
  if (picked.kind === 'ids') return { kind: 'ids', ids: [...picked.ids] }
  return { kind: 'frozen', selectionId: picked.selectionId, except: [...picked.except] }
}

/** What is meant: the selection, or everything that is shown. */
export function chosenRows<Query>(
  rows: 'selected' | 'shown',
  picked: Picked,
  query: Query | null,
): RowSelection<Query> {
  return rows === 'selected' || query === null ? pickedRows(picked) : { kind: 'query', query }
}

/** Which rows of a list can be written to a file, and which columns. */
export interface RowsToExport<Query, Field> {
  /** What is shown; null: only the selection can be exported. */
  query: Query | null
  picked: Picked
  matching: number
  columns: readonly Field[]
  known: readonly DataField[]
}

/** What a list asks and tells of its selection. Made by {@link useSelection}. */
export type ListSelection = ReturnType<typeof useSelection>

/**
 * The selection of a list, to be handed to BigList.
 * @param freeze keeps the set that matches now and says how many that is; where it fails, it tells the person and answers null.
 * @param offerUndo says what was done, and does `undo` where that was a mistake.
 */
export function useSelection(
  freeze: () => Promise<{ selectionId: string; count: number } | null>,
  offerUndo?: (said: string, undo: () => void) => void,
) {
  const picked = shallowRef<Picked>(nothing)
  const refused = shallowRef(false)

  function set(ids: readonly string[], on: boolean): boolean {
    const next = withPicked(picked.value, ids, on)
    refused.value = next === null
    if (next) picked.value = next
    return next !== null
  }

  async function all(): Promise<void> {
    const frozen = await freeze()
    if (frozen) picked.value = { kind: 'frozen', ...frozen, except: new Set() }
  }

  function clear(): void {
    picked.value = nothing
    refused.value = false
  }

  /** Clears it as a person asks, who may take that back. Answers whether there was anything. */
  function drop(): boolean {
    const before = picked.value
    const count = pickedCount(before)
    if (count === 0) return false
    clear()
    offerUndo?.(`${formatNumber(count)} no longer selected`, () => (picked.value = before))
    return true
  }

  return {
    picked,
    /** The last range was longer than {@link pickLimit} and was not taken. */
    refused,
    count: computed(() => pickedCount(picked.value)),
    has: (id: string) => isPicked(picked.value, id),
    set,
    all,
    clear,
    drop,
  }
}
