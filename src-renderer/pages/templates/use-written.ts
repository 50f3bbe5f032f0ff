import { useDebounceFn, useEventListener } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { z } from 'zod'
import { basisSchema } from '../../../src-shared/bridge/catalogue'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { changesOf, changesSchema, requestOf, writtenOf, type Written } from './written'

/** How long a person rests before what was written is kept (milliseconds). */
const rest = 400

const draftSchema = z.object({ basis: basisSchema, changes: changesSchema })

/**
 * What a person writes of the open template: kept as a draft while it is not saved, so that it outlives a crash; saved
 * from what it began with, so that nobody is written over unseen.
 */
export function useWritten(
  detail: ComputedRef<TemplateDetail | null>,
  take: (detail: TemplateDetail) => void,
) {
  const bridge = useBridge()
  const written = shallowRef<Written | null>(null)
  const base = shallowRef<Written | null>(null)
  const basis = shallowRef<string | null>(null)
  /** When text that is taken up again was kept; null: none was. */
  const takenUp = shallowRef<number | null>(null)
  /** What the service holds by now, where a save was refused for it. */
  const theirs = shallowRef<TemplateDetail | null>(null)
  const problem = shallowRef<Problem | null>(null)
  /** Why unsaved text is not kept. */
  const keepProblem = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)
  let of: string | null = null
  /** A draft of it may lie in the copy; something was written since it was last kept. */
  let kept = false
  let pending = false

  const changes = computed(() => (written.value && base.value ? changesOf(written.value, base.value) : {}))
  const dirty = computed(() => Object.keys(changes.value).length > 0)

  function begin(from: TemplateDetail): void {
    base.value = writtenOf(from)
    written.value = base.value
    basis.value = from.basis
    takenUp.value = null
  }

  async function takeUp(id: string): Promise<void> {
    try {
      const { draft } = await bridge.drafts.get({ kind: 'template', of: id })
      if (of !== id || draft === null || dirty.value || base.value === null) return
      kept = true
      const found = draftSchema.safeParse(draft.content)
      if (!found.success) return
      written.value = { ...base.value, ...found.data.changes }
      if (!dirty.value) return void keep()
      basis.value = found.data.basis
      takenUp.value = draft.at
    } catch (error) {
      keepProblem.value = problemOf(error)
    }
  }

  watch(
    detail,
    (now) => {
      if (now === null) return
      if (of !== now.id) {
        keepNow()
        of = now.id
        kept = false
        theirs.value = null
        problem.value = null
        begin(now)
        void takeUp(now.id)
      } else if (!dirty.value && !busy.value) begin(now)
    },
    { immediate: true },
  )

  async function keep(): Promise<void> {
    pending = false
    const id = of
    if (id === null) return
    try {
      if (dirty.value) {
        kept = true
        const content = { basis: basis.value, changes: changes.value }
        await bridge.drafts.put({ kind: 'template', of: id, content })
      } else if (kept) {
        kept = false
        await bridge.drafts.remove({ kind: 'template', of: id })
      }
      keepProblem.value = null
    } catch (error) {
      keepProblem.value = problemOf(error)
    }
  }
  const keepSoon = useDebounceFn(() => (pending ? keep() : undefined), rest)
  function keepNow(): void {
    if (pending) void keep()
  }
  useEventListener(window, 'pagehide', keepNow)
  useEventListener(document, 'visibilitychange', keepNow)
  onScopeDispose(keepNow)

  /** Changes what is written. */
  function write(change: Partial<Written>): void {
    if (written.value === null) return
    written.value = { ...written.value, ...change }
    pending = true
    void keepSoon()
  }

  function settle(saved: TemplateDetail, mine: Written): void {
    // What was typed while the request was under way stays written.
    const since = written.value ? changesOf(written.value, mine) : {}
    take(saved)
    begin(saved)
    if (base.value) written.value = { ...base.value, ...since }
    theirs.value = null
    void keep()
  }

  async function attempt(from: string | null): Promise<boolean> {
    const id = of
    const mine = written.value
    if (id === null || mine === null || busy.value) return false
    if (!dirty.value) return true
    busy.value = true
    problem.value = null
    try {
      settle(await bridge.templates.update({ id, changes: requestOf(changes.value), basis: from }), mine)
      return true
    } catch (error) {
      const found = problemOf(error)
      problem.value = found
      if (found.code === 'conflict') await look(id)
      return false
    } finally {
      busy.value = false
    }
  }

  /** The refusal brought what the service holds into the copy. */
  async function look(id: string): Promise<void> {
    try {
      theirs.value = await bridge.templates.get({ id })
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  return {
    /** As it is written now; null while the template is not read. */
    written,
    dirty,
    busy,
    problem,
    keepProblem,
    takenUp,
    theirs,
    write,
    /** Saves it at the service. Answers whether it did; a change by another person stands in `theirs`. */
    save: () => attempt(basis.value),
    /** Puts my changes on what they saved. */
    keepMine(): Promise<boolean> {
      const now = theirs.value
      if (now === null) return Promise.resolve(false)
      const mine = changes.value
      theirs.value = null
      begin(now)
      if (base.value) written.value = { ...base.value, ...mine }
      return attempt(basis.value)
    },
    /** Gives mine up for what they saved, or for what was saved last. */
    discard(): void {
      const now = theirs.value ?? detail.value
      if (now === null) return
      theirs.value = null
      problem.value = null
      take(now)
      begin(now)
      void keep()
    },
    /** The template is gone: nothing of it is kept. */
    forget(): void {
      written.value = base.value
      pending = false
      void keep()
    },
  }
}

/** What {@link useWritten} answers. */
export type OpenWritten = ReturnType<typeof useWritten>
