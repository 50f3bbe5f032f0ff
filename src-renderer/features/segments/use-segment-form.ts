import { computed, shallowRef, watch } from 'vue'
import type { SegmentDetail } from '../../../src-shared/bridge/segments'
import type { Problem } from '../../../src-shared/problem'
import { sameValue } from '../../../src-shared/same-value'
import { problemOf, useBridge } from '../../bridge'
import { useKeptDraft } from '../../kit/save/kept-draft'
import { changesOf, emptyForm, faultsOf, formOf, keptFormSchema, type SegmentForm } from './segment-form'

/**
 * A segment being written, new or there already: kept as a draft while it is not saved, saved from what it began with,
 * so that nobody is written over unseen. `id`: null for a new one.
 */
export function useSegmentForm(id: string | null) {
  const bridge = useBridge()
  const base = shallowRef<SegmentForm | null>(id === null ? emptyForm : null)
  const form = shallowRef<SegmentForm | null>(base.value)
  const basis = shallowRef<string | null>(null)
  const detail = shallowRef<SegmentDetail | null>(null)
  /** When what was taken up again was kept; null: nothing was. */
  const takenUp = shallowRef<number | null>(null)
  /** Why it cannot be read; why it was not saved. */
  const problem = shallowRef<Problem | null>(null)
  const refusal = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)
  let ended = false

  const dirty = computed(() => !sameValue(form.value, base.value))

  const key = id ?? 'new'
  const draft = useKeptDraft({
    kind: 'segment',
    of: () => key,
    content: () => (dirty.value && !ended ? { basis: basis.value, form: form.value } : null),
  })

  function begin(segment: SegmentDetail): void {
    detail.value = segment
    base.value = formOf(segment)
    form.value = base.value
    basis.value = segment.basis
    takenUp.value = null
  }

  async function open(): Promise<void> {
    problem.value = null
    try {
      if (id !== null) begin(await bridge.segments.get({ id }))
      const kept = await draft.find(key)
      const found = keptFormSchema.safeParse(kept?.content)
      if (kept === null || !found.success || sameValue(found.data.form, base.value)) return
      form.value = found.data.form
      basis.value = found.data.basis
      takenUp.value = kept.at
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  watch(form, draft.touch)

  /** Saves it. `over`: whatever the service holds by now. Answers the segment; null where it was refused. */
  async function save(over = false): Promise<SegmentDetail | null> {
    const mine = form.value
    if (mine === null || base.value === null || busy.value) return null
    busy.value = true
    refusal.value = null
    try {
      const { name, description, kind, trackMembership, condition } = mine
      const saved =
        id === null
          ? await bridge.segments.create({
              name: name.trim(),
              description,
              trackMembership,
              condition: kind === 'static' ? null : condition,
            })
          : await bridge.segments.update({
              id,
              changes: changesOf(mine, base.value),
              basis: over ? null : basis.value,
            })
      ended = true
      await draft.keep()
      return saved
    } catch (error) {
      refusal.value = problemOf(error)
      return null
    } finally {
      busy.value = false
    }
  }

  /** Gives up what was written, for what the service holds as far as the copy knows. */
  async function discard(): Promise<void> {
    refusal.value = null
    takenUp.value = null
    form.value = base.value
    await draft.keep()
    if (id !== null) await open()
  }

  void open()
  return {
    form,
    detail,
    dirty,
    faults: computed(() => (form.value ? faultsOf(form.value) : {})),
    problem,
    refusal,
    /** Why unsaved text is not kept. */
    keepProblem: draft.problem,
    takenUp,
    busy,
    open,
    write: (part: Partial<SegmentForm>) => {
      if (form.value) form.value = { ...form.value, ...part }
    },
    save,
    discard,
  }
}
