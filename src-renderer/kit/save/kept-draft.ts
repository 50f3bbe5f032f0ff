import { useDebounceFn, useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowRef } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'

/** How long a person rests before what was written is kept (milliseconds). */
const rest = 400

/** What is being written, and what of it is to be kept. */
export interface DraftSource {
  kind: 'template' | 'campaign' | 'segment' | 'send' | 'workflow'
  /** Which one is open: a record's id, or "new"; null: none. */
  of(): string | null
  /** All that is not saved, as it is taken up again; null: nothing is. */
  content(): object | null
}

/**
 * Text that is being written and not saved: kept in the copy when a person rests or leaves, so that it outlives a crash.
 * In one piece: all of it is about what is kept and what is pending.
 */
export function useKeptDraft({ kind, of, content }: DraftSource) {
  const bridge = useBridge()
  const problem = shallowRef<Problem | null>(null)
  const keptAt = shallowRef<number | null>(null)
  /** What a draft may lie in the copy of; something was written since it was last kept. */
  let keptOf: string | null = null
  let pending = false

  async function keep(): Promise<void> {
    pending = false
    const id = of()
    if (id === null) return
    const now = content()
    try {
      if (now !== null) {
        keptOf = id
        await bridge.drafts.put({ kind, of: id, content: now })
        keptAt.value = Date.now()
      } else if (keptOf === id) {
        keptOf = null
        keptAt.value = null
        await bridge.drafts.remove({ kind, of: id })
      }
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  async function find(id: string): Promise<{ content: unknown; at: number } | null> {
    try {
      const { draft } = await bridge.drafts.get({ kind, of: id })
      if (of() !== id) return null
      if (draft !== null) keptOf = id
      keptAt.value = draft?.at ?? null
      return draft
    } catch (error) {
      problem.value = problemOf(error)
      return null
    }
  }

  const keepSoon = useDebounceFn(() => (pending ? keep() : undefined), rest)
  function flush(): void {
    if (pending) void keep()
  }
  useEventListener(window, 'pagehide', flush)
  useEventListener(document, 'visibilitychange', flush)
  onScopeDispose(flush)

  return {
    problem,
    /** When it was kept last; null: nothing of it is. */
    keptAt,
    /** What was kept of it, with when; null: nothing, or another one was opened since. */
    find,
    /** Keeps it, or lets go of what was kept where all is saved. */
    keep,
    /** Keeps what was written last, where that was not kept yet. */
    flush,
    touch(): void {
      pending = true
      void keepSoon()
    },
    isPending: () => pending,
  }
}
