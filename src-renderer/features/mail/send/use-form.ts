import { computed, ref, type Ref, shallowRef, watch } from 'vue'
import type { TemplateDetail, TemplateRow } from '../../../../src-shared/bridge/templates'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useKeptDraft } from '../../../kit/save/kept-draft'
import { useLiveStore } from '../../../stores/live'
import {
  emptyForm,
  formSchema,
  mailOf,
  missingWords,
  neededValues,
  recipientsOf,
  type SendForm,
} from './outgoing'

/** As many templates as are offered; their list has them all. */
const mostOffered = 500

/** The mail that is being written: kept as a draft until it is sent, so that it outlives a crash. */
export function useForm(language: Readonly<Ref<TemplateLanguage>>) {
  const bridge = useBridge()
  const live = useLiveStore()
  const form = ref<SendForm>({ ...emptyForm })
  const offered = shallowRef<readonly TemplateRow[]>([])
  const template = shallowRef<TemplateDetail | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const draft = useKeptDraft({
    kind: 'send',
    of: () => 'new',
    content: () => (JSON.stringify(form.value) === JSON.stringify(emptyForm) ? null : form.value),
  })

  /** Changes what is written. */
  function write(change: Partial<SendForm>): void {
    form.value = { ...form.value, ...change }
    draft.touch()
  }

  /** Takes up what was written before; a template that a link named goes before it. */
  async function takeUp(wanted: string | null): Promise<void> {
    const kept = await draft.find('new')
    const found = formSchema.safeParse(kept?.content)
    if (found.success && !draft.isPending()) form.value = found.data
    if (wanted !== null) write({ way: 'template', templateId: wanted })
  }

  async function readTemplates(): Promise<void> {
    try {
      const { rows } = await bridge.templates.page({
        query: { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } },
        slice: { offset: 0, limit: mostOffered },
      })
      offered.value = rows
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  watch([() => live.copyKey, () => live.current?.id], readTemplates, { immediate: true })
  watch(
    [() => form.value.templateId, () => live.copyKey],
    async ([id]) => {
      if (id === '') {
        template.value = null
        return
      }
      try {
        const found = await bridge.templates.get({ id })
        if (form.value.templateId === id) template.value = found
      } catch (error) {
        if (form.value.templateId !== id) return
        template.value = null
        problem.value = problemOf(error)
      }
    },
    { immediate: true },
  )

  const mail = computed(() => mailOf(form.value, template.value))
  const recipients = computed(() => recipientsOf(form.value.to))
  return {
    form,
    write,
    takeUp,
    offered,
    template,
    problem,
    /** Why what is written is not kept. */
    keepProblem: draft.problem,
    mail,
    recipients,
    needed: computed(() => (mail.value ? neededValues(mail.value, language.value) : [])),
    missing: computed(() => missingWords(form.value, recipients.value, mail.value)),
    /** It was sent: another one begins empty. */
    clear(): void {
      form.value = { ...emptyForm }
      void draft.keep()
    },
  }
}

/** What {@link useForm} answers. */
export type OpenForm = ReturnType<typeof useForm>
