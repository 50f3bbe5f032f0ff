import { t } from '../../../src-shared/messages/message'
import { computed, shallowRef } from 'vue'
import type { DataField } from '../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import { SerialQueue } from '../../../src-shared/serial-queue'

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
  /** How many of those picked the list does not show. */
  hidden?: number
}

/** What a list asks and tells of its selection. Made by {@link useSelection}. */
export type ListSelection = ReturnType<typeof useSelection>

/** A set of rows that is kept: its name, and how many it holds. */
export interface FrozenRows {
  selectionId: string
  count: number
}

/**
 * The selection of a list, to be handed to BigList. In one piece: all of it changes one set.
 * @param freeze keeps the set that matches now, with what was picked before where the list can, and says how many that is;
 *   where it fails, it tells the person and answers null
 * @param offerUndo says what was done, and does `undo` where that was a mistake
 * @param add keeps rows with a frozen set that does not hold them; of a list whose filters change while rows are picked
 */
export function useSelection(
  freeze: (before: Picked) => Promise<FrozenRows | null>,
  offerUndo?: (said: string, undo: () => void) => void,
  add: (ids: string[], before: Picked) => Promise<FrozenRows | null> = () => Promise.resolve(null),
) {
  const picked = shallowRef<Picked>(nothing)
  const refused = shallowRef(false)
  const hidden = shallowRef(0)
  /** Of the rows that were read, those that a frozen set does not hold. */
  const outside = shallowRef<{ of: string | undefined; ids: ReadonlySet<string> }>({
    of: undefined,
    ids: new Set(),
  })
  const isKnown = computed(() => picked.value.kind === 'ids' || picked.value.selectionId === outside.value.of)
  const isOutside = (id: string) =>
    picked.value.kind === 'frozen' && isKnown.value && outside.value.ids.has(id)
  const changes = new SerialQueue()

  /** Puts a frozen set in the place of what is picked. `without`: rows that were read and that it does not hold. */
  function take(frozen: FrozenRows, without: Iterable<string> = []): void {
    picked.value = { kind: 'frozen', ...frozen, except: new Set() }
    outside.value = { of: frozen.selectionId, ids: new Set(without) }
  }

  /** The rows that were read and are not of a frozen set, once its exceptions are no part of it any more. */
  const unpicked = (before: Picked) =>
    before.kind === 'frozen' ? [...outside.value.ids, ...before.except] : []

  function set(ids: readonly string[], on: boolean): boolean {
    const next = withPicked(
      picked.value,
      ids.filter((id) => !isOutside(id)),
      on,
    )
    const more = on ? ids.filter(isOutside) : []
    refused.value = next === null
    if (next) picked.value = next
    if (more.length > 0) void changes.run(() => grow(more))
    return next !== null
  }

  /** Takes rows into a frozen set that does not hold them; what is picked meanwhile is not lost. */
  async function grow(ids: string[]): Promise<void> {
    const added = new Set(ids)
    while (picked.value.kind === 'frozen') {
      const before = picked.value
      const frozen = await add(ids, before)
      if (!frozen) return
      if (picked.value !== before) continue
      take(
        frozen,
        unpicked(before).filter((id) => !added.has(id)),
      )
      return
    }
  }

  async function all(): Promise<void> {
    const frozen = await freeze(picked.value)
    if (frozen) take(frozen)
  }

  function clear(): void {
    picked.value = nothing
    hidden.value = 0
    refused.value = false
  }

  /** Clears it as a person asks, who may take that back. Answers whether there was anything. */
  function drop(): boolean {
    const before = picked.value
    const count = pickedCount(before)
    if (count === 0) return false
    clear()
    offerUndo?.(t('lists.selection.countNoLongerSelected', { count }), () => (picked.value = before))
    return true
  }

  return {
    picked,
    /** The last range was longer than {@link pickLimit} and was not taken. */
    refused,
    count: computed(() => pickedCount(picked.value)),
    /** How many of them the list does not show, as far as it has told. */
    hidden,
    /** Whether all rows that were read are known to be in a frozen set or not: else they are to be read again. */
    isKnown,
    has: (id: string) => isPicked(picked.value, id) && !isOutside(id),
    set,
    all,
    clear,
    drop,
    /** Drops what is hidden. `shown`: the rest, by name where all of it is. */
    narrow(shown: FrozenRows | { ids: readonly string[] }): void {
      if ('ids' in shown) picked.value = { kind: 'ids', ids: new Set(shown.ids) }
      else take(shown, unpicked(picked.value))
      hidden.value = 0
    },
    take,
    /** Rows were read; the frozen set that was asked about holds all of them but those `without`. */
    learn(of: string | undefined, ids: readonly string[], without: readonly string[]): void {
      const before = outside.value
      if (before.of === of && before.ids.size + without.length === 0) return
      const known = new Set(before.of === of ? before.ids : [])
      for (const id of ids) known.delete(id)
      for (const id of without) known.add(id)
      outside.value = { of, ids: known }
    },
  }
}
