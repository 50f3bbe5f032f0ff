import { useDebounceFn, useEventListener } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { z } from 'zod'
import type { CampaignDetail } from '../../../src-shared/bridge/campaigns'
import { basisSchema } from '../../../src-shared/bridge/catalogue'
import type { Mail } from '../../../src-shared/bridge/review'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { isEditable } from './campaign-words'
import {
  changesOf,
  changesSchema,
  isChanged,
  requestOf,
  withChanges,
  writtenOf,
  type Written,
} from './written'

/** How long a person rests before what was written is kept (milliseconds). */
const rest = 400

/** What is kept of unsaved text: the parts that were changed, and what they were changed from. */
const draftSchema = z.object({ basis: basisSchema, changes: changesSchema })

/**
 * What a person writes of the open campaign: kept as a draft while it is not saved, so that it outlives a crash; saved
 * from what it began with, so that nobody is written over unseen.
 */
export function useWritten(open: {
  id: () => string | null
  detail: ComputedRef<CampaignDetail | null>
  take: (detail: CampaignDetail) => void
}) {
  const bridge = useBridge()
  const written = shallowRef<Written | null>(null)
  const base = shallowRef<Written | null>(null)
  const basis = shallowRef<string | null>(null)
  /** When text that is taken up again was kept; null: none was. */
  const takenUp = shallowRef<number | null>(null)
  /** What the service holds by now, where a save was refused for it. */
  const theirs = shallowRef<CampaignDetail | null>(null)
  const problem = shallowRef<Problem | null>(null)
  /** Why unsaved text is not kept. */
  const keepProblem = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)
  /** Which campaign `written` is of, and whether a draft of it is kept. */
  let of: string | null = null
  let kept = false
  let pending = false

  const changes = computed(() => (written.value && base.value ? changesOf(written.value, base.value) : {}))
  const dirty = computed(() => isChanged(changes.value))

  function begin(detail: CampaignDetail): void {
    base.value = writtenOf(detail)
    written.value = base.value
    basis.value = detail.basis
    takenUp.value = null
  }

  async function takeUp(detail: CampaignDetail): Promise<void> {
    try {
      const { draft } = await bridge.drafts.get({ kind: 'campaign', of: detail.id })
      if (of !== detail.id || draft === null || dirty.value || base.value === null) return
      kept = true
      const found = draftSchema.safeParse(draft.content)
      if (!found.success) return
      written.value = withChanges(base.value, found.data.changes)
      if (!dirty.value) return void keep()
      basis.value = found.data.basis
      takenUp.value = draft.at
    } catch (error) {
      keepProblem.value = problemOf(error)
    }
  }

  watch(
    () => open.detail.value,
    (detail) => {
      if (detail === null) {
        written.value = null
        of = null
        return
      }
      if (of !== detail.id) {
        of = detail.id
        kept = false
        theirs.value = null
        problem.value = null
        begin(detail)
        if (isEditable(detail.status)) void takeUp(detail)
      } else if (!dirty.value && !busy.value) begin(detail)
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
        await bridge.drafts.put({ kind: 'campaign', of: id, content })
      } else if (kept) {
        kept = false
        await bridge.drafts.remove({ kind: 'campaign', of: id })
      }
      keepProblem.value = null
    } catch (error) {
      keepProblem.value = problemOf(error)
    }
  }
  const keepSoon = useDebounceFn(() => (pending ? keep() : undefined), rest)
  const keepNow = () => void (pending && keep())
  useEventListener(window, 'pagehide', keepNow)
  useEventListener(document, 'visibilitychange', keepNow)
  onScopeDispose(keepNow)

  /** Changes what is written. */
  function write(change: Partial<Omit<Written, 'mail'>> & { mail?: Partial<Mail> }): void {
    const now = written.value
    if (now === null) return
    written.value = { ...now, ...change, mail: { ...now.mail, ...change.mail } }
    pending = true
    void keepSoon()
  }

  function settle(detail: CampaignDetail, mine: Written): void {
    // What was typed while the request was under way stays written.
    const since = written.value ? changesOf(written.value, mine) : {}
    open.take(detail)
    begin(detail)
    if (base.value && isChanged(since)) written.value = withChanges(base.value, since)
    theirs.value = null
    void keep()
  }

  /** Saves it at the service. Answers whether it did; a change by another person stands in `theirs`. */
  async function save(): Promise<boolean> {
    const id = of
    const mine = written.value
    const from = base.value
    if (id === null || mine === null || from === null || busy.value) return false
    if (!dirty.value) return true
    busy.value = true
    problem.value = null
    try {
      const request = requestOf(from, changes.value)
      settle(await bridge.campaigns.update({ id, changes: request, basis: basis.value }), mine)
      return true
    } catch (error) {
      problem.value = problemOf(error)
      if (problem.value.code === 'conflict') await ask(id)
      return false
    } finally {
      busy.value = false
    }
  }

  async function ask(id: string): Promise<void> {
    try {
      theirs.value = await bridge.campaigns.refresh({ id })
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  /** Puts my changes on what they saved, and saves that. */
  async function keepMine(): Promise<boolean> {
    const now = theirs.value
    if (now === null) return false
    const mine = changes.value
    theirs.value = null
    base.value = writtenOf(now)
    basis.value = now.basis
    written.value = withChanges(base.value, mine)
    return save()
  }

  /** Gives mine up for what they saved, or for what was saved last. */
  function discard(): void {
    const now = theirs.value ?? open.detail.value
    if (now === null) return
    theirs.value = null
    problem.value = null
    open.take(now)
    begin(now)
    void keep()
  }

  return {
    /** As it is written now; null while the campaign is not read. */
    written,
    /** As the service held it when writing began. */
    base,
    dirty,
    busy,
    problem,
    keepProblem,
    takenUp,
    theirs,
    write,
    save,
    keepMine,
    discard,
    /** Leaves the question which one stays for later. */
    later: () => (theirs.value = null),
  }
}

/** What {@link useWritten} answers. */
export type OpenWritten = ReturnType<typeof useWritten>
