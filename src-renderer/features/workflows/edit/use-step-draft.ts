import { computed, shallowRef, watch } from 'vue'
import { z } from 'zod'
import { stepsDraftSchema, type StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { WorkflowDetail } from '../../../../src-shared/bridge/workflows'
import type { Problem } from '../../../../src-shared/problem'
import { sameValue } from '../../../../src-shared/same-value'
import { problemOf, useBridge } from '../../../bridge'
import { useKeptDraft } from '../../../kit/save/kept-draft'
import { useLiveStore } from '../../../stores/live'
import { useSaving } from '../../../kit/save/saving'

const most = 200

/** A draft as it is written, with the way back and forth through what it was. */
export function useDraftHistory() {
  const draft = shallowRef<StepsDraft | null>(null)
  const past = shallowRef<readonly StepsDraft[]>([])
  const future = shallowRef<readonly StepsDraft[]>([])
  /** What was written last: more of the same is no step of its own. */
  let last: string | null = null

  function move(from: typeof past, to: typeof past): void {
    const next = from.value.at(-1)
    if (next === undefined || draft.value === null) return
    last = null
    from.value = from.value.slice(0, -1)
    to.value = [...to.value, draft.value]
    draft.value = next
  }

  return {
    draft,
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    begin(first: StepsDraft): void {
      draft.value = first
      past.value = []
      future.value = []
      last = null
    },
    /** Writes. `of`: what is written, where more of it follows as somebody types. */
    write(next: StepsDraft, of: string | null = null): void {
      if (draft.value === null) return
      if (of === null || of !== last) past.value = [...past.value, draft.value].slice(-most)
      future.value = []
      last = of
      draft.value = next
    },
    undo: () => move(past, future),
    redo: () => move(future, past),
  }
}

const keptSchema = z.object({ base: stepsDraftSchema, draft: stepsDraftSchema })

/**
 * The steps of a workflow being written: kept on this machine until they are saved, and compared with what is at the service.
 * In one piece: its calls share what is written and what it began with.
 */
export function useStepDraft(id: string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const detail = shallowRef<WorkflowDetail | null>(null)
  /** What is written from. */
  const base = shallowRef<StepsDraft | null>(null)
  const history = useDraftHistory()
  const { draft } = history
  const problem = shallowRef<Problem | null>(null)
  const { busy, problem: refusal, ask } = useSaving()
  let ended = false

  const dirty = computed(() => draft.value !== null && !sameValue(draft.value, base.value))
  const kept = useKeptDraft({
    kind: 'workflow',
    of: () => id,
    content: () => (dirty.value && !ended ? { base: base.value, draft: draft.value } : null),
  })
  watch([draft, base], kept.touch)

  /** What somebody else made of the steps meanwhile; null: they are as they were. */
  const theirs = computed<StepsDraft | null>(() => {
    const now = detail.value?.draft ?? null
    return now === null || base.value === null || sameValue(now, base.value) ? null : now
  })

  function begin(now: StepsDraft): void {
    base.value = now
    history.begin(now)
  }

  async function read(): Promise<WorkflowDetail> {
    const held = await bridge.workflows.get({ id })
    return held.draft === null && !live.offline ? bridge.workflows.refresh({ id }) : held
  }

  async function open(): Promise<void> {
    problem.value = null
    try {
      const now = await read()
      detail.value = now
      if (now.draft === null) return
      begin(now.draft)
      const found = keptSchema.safeParse((await kept.find(id))?.content)
      if (!found.success) return
      base.value = found.data.base
      history.begin(found.data.base)
      history.write(found.data.draft)
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  watch(
    () => live.copyKey,
    async () => {
      if (busy.value || ended || detail.value === null) return
      try {
        const now = await bridge.workflows.get({ id })
        detail.value = now
        if (!dirty.value && now.draft !== null && !sameValue(now.draft, base.value)) begin(now.draft)
      } catch (error) {
        problem.value = problemOf(error)
      }
    },
  )

  /** Saves it. Answers the workflow that has the steps now; null where it was refused. */
  async function save(as: 'here' | 'second'): Promise<WorkflowDetail | null> {
    const [mine, from] = [draft.value, base.value]
    if (mine === null || from === null || busy.value) return null
    const saved = await ask(async () => {
      const answer = await bridge.workflows.saveSteps({ id, base: from, draft: mine, as })
      ended = true
      await kept.keep()
      return answer
    })
    if (saved === null) await reread()
    return saved
  }

  /** A refusal may tell of what the copy does not know yet. */
  async function reread(): Promise<void> {
    try {
      detail.value = live.offline
        ? await bridge.workflows.get({ id })
        : await bridge.workflows.refresh({ id })
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  void open()
  return {
    detail,
    base,
    draft,
    history,
    dirty,
    theirs,
    problem,
    refusal,
    keepProblem: kept.problem,
    busy,
    open,
    save,
    reread,
    /** Gives up what was written, for what the service holds as far as the copy knows. */
    async discard(): Promise<void> {
      refusal.value = null
      const now = detail.value?.draft
      if (now) begin(now)
      await kept.keep()
    },
    /** What was written stays, as a change of what somebody else made. */
    keepMine(): void {
      if (theirs.value) base.value = theirs.value
    },
  }
}
