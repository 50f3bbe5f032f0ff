import { computed, shallowRef, watch, type Ref } from 'vue'
import { z } from 'zod'
import { basisSchema } from '../../../src-shared/bridge/catalogue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { useKeptDraft, type DraftSource } from './kept-draft'

interface EditingSource<
  Detail extends { id: string; basis: string | null },
  Written extends object,
  Changes extends object,
> {
  kind: DraftSource['kind']
  /** The record as it is known; null while it is not read. */
  detail(): Detail | null
  /** It is as another call answered. */
  take(detail: Detail): void
  writtenOf(detail: Detail): Written
  /** The parts of `mine` that are not as in `base`; empty where all are. */
  changesOf(mine: Written, base: Written): Changes
  withChanges(base: Written, changes: Changes): Written
  changesSchema: z.ZodType<Changes>
  /** Whether it can be changed by now: only then are kept changes taken up. */
  isEditable(detail: Detail): boolean
  /** Saves changes at the service. `basis`: what they were made to. */
  save(of: { id: string; base: Written; changes: Changes; basis: string | null }): Promise<Detail>
  /** What the service holds by now, once a save was refused for it. */
  look(id: string): Promise<Detail>
}

/** What a bar needs to know of what is not saved. */
export interface Unsaved {
  dirty: Readonly<Ref<boolean>>
  busy: Readonly<Ref<boolean>>
  problem: Readonly<Ref<Problem | null>>
  keepProblem: Readonly<Ref<Problem | null>>
  takenUp: Readonly<Ref<number | null>>
  theirs: Readonly<Ref<unknown>>
  save(): Promise<boolean>
  keepMine(): Promise<boolean>
  discard(): void
  later(): void
}

/**
 * What a person writes of the open record: kept as a draft while it is not saved, so that it outlives a crash; saved
 * from what it began with, so that nobody is written over unseen.
 * In one piece: its calls share what is written and what it began with.
 */
export function useEditing<
  Detail extends { id: string; basis: string | null },
  Written extends object,
  Changes extends object,
>(source: EditingSource<Detail, Written, Changes>) {
  const { changesOf, withChanges } = source
  const draftSchema = z.object({ basis: basisSchema, changes: source.changesSchema })
  const written = shallowRef<Written | null>(null)
  const base = shallowRef<Written | null>(null)
  const basis = shallowRef<string | null>(null)
  /** When text that is taken up again was kept; null: none was. */
  const takenUp = shallowRef<number | null>(null)
  /** What the service holds by now, where a save was refused for it. */
  const theirs = shallowRef<Detail | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)
  /** Which record `written` is of. */
  let of: string | null = null

  const changes = computed<Changes | null>(() => {
    if (written.value === null || base.value === null) return null
    const found = changesOf(written.value, base.value)
    return Object.keys(found).length === 0 ? null : found
  })
  const dirty = computed(() => changes.value !== null)
  const draft = useKeptDraft({
    kind: source.kind,
    of: () => of,
    content: () => changes.value && { basis: basis.value, changes: changes.value },
  })

  function begin(detail: Detail): void {
    base.value = source.writtenOf(detail)
    written.value = base.value
    basis.value = detail.basis
    takenUp.value = null
  }

  async function takeUp(id: string): Promise<void> {
    const kept = await draft.find(id)
    if (kept === null || dirty.value || base.value === null) return
    const found = draftSchema.safeParse(kept.content)
    if (!found.success) return
    written.value = withChanges(base.value, found.data.changes)
    if (!dirty.value) return void draft.keep()
    basis.value = found.data.basis
    takenUp.value = kept.at
  }

  function open(detail: Detail | null): void {
    draft.flush()
    of = detail?.id ?? null
    theirs.value = null
    problem.value = null
    if (detail === null) {
      written.value = null
      base.value = null
      return
    }
    begin(detail)
    if (source.isEditable(detail)) void takeUp(detail.id)
  }

  watch(
    () => source.detail(),
    (now) => {
      if ((now?.id ?? null) !== of) open(now)
      else if (now !== null && !dirty.value && !busy.value) begin(now)
    },
    { immediate: true },
  )

  function write(next: Written): void {
    if (written.value === null) return
    written.value = next
    draft.touch()
  }

  function settle(saved: Detail, mine: Written): void {
    // What was typed while the request was under way stays written.
    const since = written.value && changesOf(written.value, mine)
    source.take(saved)
    begin(saved)
    if (base.value && since) written.value = withChanges(base.value, since)
    theirs.value = null
    void draft.keep()
  }

  async function look(id: string): Promise<void> {
    try {
      theirs.value = await source.look(id)
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  /** Saves it at the service. Answers whether it did; a change by another person stands in `theirs`. */
  async function save(): Promise<boolean> {
    const id = of
    const mine = written.value
    if (id === null || mine === null || base.value === null || busy.value) return false
    if (changes.value === null) return true
    busy.value = true
    problem.value = null
    try {
      const request = { id, base: base.value, changes: changes.value, basis: basis.value }
      settle(await source.save(request), mine)
      return true
    } catch (error) {
      problem.value = problemOf(error)
      if (problem.value.code === 'conflict') await look(id)
      return false
    } finally {
      busy.value = false
    }
  }

  /** Puts my changes on what they saved, and saves that. */
  async function keepMine(): Promise<boolean> {
    const now = theirs.value
    if (now === null) return false
    const mine = changes.value
    theirs.value = null
    begin(now)
    if (base.value && mine) written.value = withChanges(base.value, mine)
    return save()
  }

  /** Gives mine up for what they saved, or for what was saved last. */
  function discard(): void {
    const now = theirs.value ?? source.detail()
    if (now === null) return
    theirs.value = null
    problem.value = null
    source.take(now)
    begin(now)
    void draft.keep()
  }

  return {
    /** As it is written now; null while the record is not read. */
    written,
    dirty,
    busy,
    problem,
    keepProblem: draft.problem,
    takenUp,
    theirs,
    write,
    save,
    keepMine,
    discard,
    /** Leaves the question which one stays for later. */
    later: () => void (theirs.value = null),
    /** The record is gone: nothing of it is kept. */
    forget(): void {
      written.value = base.value
      void draft.keep()
    },
  }
}
