import { computed, ref, type Ref } from 'vue'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { useBridge } from '../../../bridge'
import { useKeptDraft } from '../../../kit/save/kept-draft'
import { useLiveStore } from '../../../stores/live'
import {
  emptyForm,
  formSchema,
  mailOf,
  missingWords,
  neededValues,
  recipientsOf,
  serviceValues,
  type SendForm,
} from './outgoing'
import { useAnswer } from '../../../kit/state/answer'
import { useTemplateChoice } from '../../../lists/use-template-choice'

/** The mail that is being written: kept as a draft until it is sent, so that it outlives a crash. */
export function useForm(language: Readonly<Ref<TemplateLanguage>>) {
  const bridge = useBridge()
  const live = useLiveStore()
  const form = ref<SendForm>({ ...emptyForm })
  const draft = useKeptDraft({
    kind: 'send',
    of: () => 'new',
    content: () => (JSON.stringify(form.value) === JSON.stringify(emptyForm) ? null : form.value),
  })

  function write(change: Partial<SendForm>): void {
    form.value = { ...form.value, ...change }
    draft.touch()
  }

  /** Takes up what was written before; a template and an address that a link named go before it. */
  async function takeUp(wanted: string | null, to: string | null = null): Promise<void> {
    const kept = await draft.find('new')
    const found = formSchema.safeParse(kept?.content)
    if (found.success && !draft.isPending()) form.value = found.data
    if (wanted !== null) write({ way: 'template', templateId: wanted })
    if (to !== null) write({ to })
  }

  const list = useTemplateChoice(() => `${live.copyKey} ${live.currentId}`)
  const { answer: template, problem: missingTemplate } = useAnswer({
    async ask() {
      const id = form.value.templateId
      return id === '' ? null : bridge.templates.get({ id })
    },
    changes: () => `${form.value.templateId} ${live.copyKey}`,
    forgets: true,
  })

  const mail = computed(() => mailOf(form.value, template.value))
  const recipients = computed(() => recipientsOf(form.value.to))
  return {
    form,
    write,
    takeUp,
    offered: list.templates,
    template,
    problem: computed(() => list.problem.value ?? missingTemplate.value),
    keepProblem: draft.problem,
    keptAt: draft.keptAt,
    mail,
    recipients,
    needed: computed(() => (mail.value ? neededValues(mail.value, language.value) : [])),
    service: computed(() => (mail.value ? serviceValues(mail.value, language.value) : [])),
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
