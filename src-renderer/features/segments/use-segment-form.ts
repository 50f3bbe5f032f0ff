import { t } from '../../../src-shared/messages/message'
import { computed, shallowRef, watch } from 'vue'
import type { SegmentDetail } from '../../../src-shared/bridge/segments'
import type { Problem } from '../../../src-shared/problem'
import { sameValue } from '../../../src-shared/same-value'
import { problemOf, useBridge } from '../../bridge'
import { useKeptDraft } from '../../kit/save/kept-draft'
import { useSaving } from '../../kit/save/saving'
import { z } from 'zod'
import { basisSchema } from '../../../src-shared/bridge/catalogue'
import { filterConditionSchema } from '../../../src-shared/interface/filter'

/** What a person writes of a segment. `condition`: null of a static one, and while it is not complete. */
const segmentFormSchema = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.enum(['dynamic', 'static']),
  trackMembership: z.boolean(),
  condition: filterConditionSchema.nullable(),
  /** Of a static one that is new: its addresses, one a line, and whether those who are no contacts become some. */
  addresses: z.string().default(''),
  adds: z.boolean().default(true),
})
type SegmentForm = z.infer<typeof segmentFormSchema>

/** What is kept of it while it is not saved. `basis`: what it began with. */
const keptFormSchema = z.object({ basis: basisSchema, form: segmentFormSchema })

const emptyForm: SegmentForm = {
  name: '',
  description: '',
  kind: 'dynamic',
  trackMembership: false,
  condition: null,
  addresses: '',
  adds: true,
}

function formOf(segment: SegmentDetail): SegmentForm {
  const { name, description, kind, trackMembership, condition } = segment
  const written = { name, description, trackMembership, condition, addresses: '', adds: true }
  return { ...written, kind: kind === 'static' ? 'static' : 'dynamic' }
}

function changesOf(form: SegmentForm, base: SegmentForm) {
  const { name, description, trackMembership, condition } = form
  return {
    ...(name.trim() === base.name ? {} : { name: name.trim() }),
    ...(description === base.description ? {} : { description }),
    ...(trackMembership === base.trackMembership ? {} : { trackMembership }),
    ...(condition === null || sameValue(condition, base.condition) ? {} : { condition }),
  }
}

interface FormFaults {
  name?: string
  condition?: string
}

function faultsOf({ name, kind, condition }: SegmentForm): FormFaults {
  return {
    ...(name.trim() === '' ? { name: t('segments.useSegmentForm.nameTheSegment') } : {}),
    ...(name.trim().length > 200 ? { name: t('segments.useSegmentForm.aNameHasAt') } : {}),
    ...(kind === 'dynamic' && condition === null
      ? { condition: t('segments.useSegmentForm.theConditionIsNot') }
      : {}),
  }
}

/**
 * A segment being written, new or there already: kept as a draft while it is not saved, saved from what it began with,
 * so that nobody is written over unseen. `id`: null for a new one. `begins`: what a new one begins with where none is kept.
 * In one piece: its calls share what is written and what it began with.
 */
export function useSegmentForm(id: string | null, begins: () => Promise<Partial<SegmentForm>>) {
  const bridge = useBridge()
  const base = shallowRef<SegmentForm | null>(id === null ? emptyForm : null)
  const form = shallowRef<SegmentForm | null>(base.value)
  const basis = shallowRef<string | null>(null)
  const detail = shallowRef<SegmentDetail | null>(null)
  /** When what was taken up again was kept; null: nothing was. */
  const takenUp = shallowRef<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const { busy, problem: refusal, ask } = useSaving()
  let ended = false
  const notAdded = shallowRef<Problem | null>(null)
  const savedId = shallowRef<string | null>(null)

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
      if (kept === null || !found.success || sameValue(found.data.form, base.value)) {
        const begun = id === null ? await begins() : {}
        // Whoever writes already is not written over.
        if (id === null && !dirty.value) form.value = { ...emptyForm, ...begun }
        return
      }
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
    const from = base.value
    if (mine === null || from === null) return null
    return ask(async () => {
      const { name, description, kind, trackMembership, condition } = mine
      const saved = await (id === null
        ? bridge.segments.create({
            name: name.trim(),
            description,
            trackMembership,
            condition: kind === 'static' ? null : condition,
          })
        : bridge.segments.update({ id, changes: changesOf(mine, from), basis: over ? null : basis.value }))
      // What is made stays, whatever becomes of its people.
      if (id === null && kind === 'static' && mine.addresses.trim() !== '') {
        const { addresses: text, adds } = mine
        const added = bridge.segments.add({ id: saved.id, text, createMissing: adds, subscribed: false })
        notAdded.value = await added.then(({ stopped }) => stopped, problemOf)
      }
      ended = true
      savedId.value = saved.id
      await draft.keep()
      return saved
    })
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
    keepProblem: draft.problem,
    takenUp,
    busy,
    open,
    write: (part: Partial<SegmentForm>) => {
      if (form.value) form.value = { ...form.value, ...part }
    },
    save,
    savedId,
    notAdded,
    discard,
  }
}
