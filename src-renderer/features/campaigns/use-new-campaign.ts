import { t } from '../../../src-shared/messages/message'
import { computed, ref, shallowRef } from 'vue'
import type { CampaignDetail } from '../../../src-shared/bridge/campaigns'
import type { Audience, Mail } from '../../../src-shared/bridge/review'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useTemplateChoice } from '../../lists/use-template-choice'
import { useLastSender, firstBody } from '../mail'

function typeOf(type: string): Mail['type'] {
  return type === 'TRANSACTIONAL' || type === 'HEADLESS' ? type : 'MARKETING'
}

/**
 * A campaign that is not there yet: what it begins with. The service takes none without subject, sender and HTML.
 * In one piece: all of it is the one form.
 */
export function useNewCampaign(first: string | null, toSegment: string | null = null) {
  const bridge = useBridge()
  const name = ref('')
  const subject = ref('')
  const from = ref('')
  const fromName = ref('')
  const sender = useLastSender(from, fromName)
  /** Id of the template; empty: an empty mail. */
  const template = ref(first ?? '')
  const kind = ref<Audience['kind']>(toSegment === null ? 'all' : 'segment')
  const segment = ref<string | null>(toSegment)
  /** null while something is missing in it. */
  const condition = shallowRef<FilterCondition | null>(null)
  const choice = useTemplateChoice()
  const { templates } = choice
  /** Why the sender of the last campaign is not known. */
  const senderProblem = shallowRef<Problem | null>(null)
  sender.fill().catch((error: unknown) => (senderProblem.value = problemOf(error)))

  /** Who gets it; null while that is not whole. */
  const audience = computed<Audience | null>(() => {
    if (kind.value === 'all') return { kind: 'all' }
    if (kind.value === 'segment')
      return segment.value === null ? null : { kind: 'segment', id: segment.value }
    return condition.value === null ? null : { kind: 'condition', condition: condition.value }
  })
  const chosenRow = computed(() => templates.value.find(({ id }) => id === template.value) ?? null)

  function mailOf(chosen: TemplateDetail | null): Mail {
    return {
      subject: subject.value.trim() || (chosen?.subject ?? ''),
      body: chosen?.body ?? firstBody,
      from: from.value.trim() || (chosen?.from ?? ''),
      fromName: fromName.value.trim(),
      replyTo: chosen?.replyTo ?? '',
      type: chosen ? typeOf(chosen.type) : 'MARKETING',
    }
  }

  /** Makes it at the service. Rejects where it refuses. Only where its audience is whole. */
  async function create(of: Audience): Promise<CampaignDetail> {
    const chosen = template.value === '' ? null : await bridge.templates.get({ id: template.value })
    return bridge.campaigns.create({
      name: name.value.trim(),
      description: '',
      mail: mailOf(chosen),
      audience: of,
    })
  }

  return {
    name,
    subject,
    from,
    fromName,
    /** Whether the sender is still being filled in. */
    filling: sender.filling,
    template,
    kind,
    segment,
    condition,
    audience,
    /** What kind of mail it begins as. */
    type: computed(() => typeOf(chosenRow.value?.type ?? 'MARKETING')),
    /** Why the templates, or the sender of the last campaign, are not known. */
    problem: computed(() => choice.problem.value ?? senderProblem.value),
    options: computed(() => [
      { value: '', label: t('campaigns.useNewCampaign.anEmptyMail') },
      ...templates.value.map(({ id, name: title }) => ({
        value: id,
        label: t('campaigns.useNewCampaign.theTemplateTitle', { title }),
      })),
    ]),
    /** The subject that the chosen template brings. */
    given: computed(() => chosenRow.value?.subject ?? ''),
    create,
  }
}
