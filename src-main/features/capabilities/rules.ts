import { t } from '../../../src-shared/messages/message'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import {
  capabilityKeys,
  type CapabilityAnswer,
  type CapabilityKey,
  type CapabilityState,
} from '../../../src-shared/bridge/capabilities'
import type { FoundOut } from './store/capabilities'
import type { ProbeAnswer } from '../../core/client/probes'
import { listForm, presenceOf, recordsIn, type Evidence } from './evidence'

/** What an answer told of a capability; null: nothing. */
type Finding = Omit<FoundOut, 'key'> | null
type EvidenceRule = (evidence: Evidence) => Finding

const finding = (
  state: CapabilityState,
  answer: CapabilityAnswer,
  evidence: string,
  amount: number | null = null,
): Finding => ({ state, answer, amount, evidence })

/** The part of what a service says of itself that tells whether it can keep files. */
const storageSchema = lazyObject(() => ({
  features: z.object({ storage: z.record(z.string(), z.unknown()) }),
}))

const wordsOf = ({ request, status }: ProbeAnswer) => `${request}: ${status}`

type ListProbe = 'contacts' | 'events' | 'templates' | 'workflows' | 'segments' | 'campaigns' | 'domains'

/** How a list is read, where it is there. */
const list =
  (probe: ListProbe | 'domainsOf'): EvidenceRule =>
  (evidence) => {
    const answer = evidence.of(probe)
    if (!answer) return null
    if (presenceOf(answer, evidence.unknownRoute) === 'absent')
      return finding('cannot', 'absent', wordsOf(answer))
    const form = answer.status === 200 ? listForm(answer.body) : null
    return form && finding('can', form.answer, wordsOf(answer), form.amount)
  }

/** Whether there is a call: `there` and `absent` are what is told then. */
const call =
  (
    probe: 'recipients' | 'activity' | 'bulk' | 'lookup' | 'verify' | 'steps',
    there: Parameters<typeof finding>[0] = 'can',
    words: [CapabilityAnswer, CapabilityAnswer] = ['there', 'absent'],
    absent: CapabilityState = 'cannot',
  ): EvidenceRule =>
  (evidence) => {
    const answer = evidence.of(probe)
    const presence = answer && presenceOf(answer, evidence.unknownRoute)
    if (!answer || presence === 'unclear') return null
    return presence === 'there'
      ? finding(there, words[0], wordsOf(answer))
      : finding(absent, words[1], wordsOf(answer))
  }

/** Domains are a list of their own, or that of the project. */
const domains: EvidenceRule = (evidence) => {
  const own = list('domains')(evidence)
  if (own?.answer !== 'absent') return own
  const answer = evidence.of('domainsOf')
  // Without a record nobody knows the project, so that the list of its domains could not be asked for.
  if (!answer) return null
  if (answer.status === 401 || answer.status === 403) return finding('cannot', 'noKey', wordsOf(answer))
  const ofProject = list('domainsOf')(evidence)
  return ofProject?.state === 'can' ? { ...ofProject, state: 'differs', answer: 'byProject' } : ofProject
}

/** A contact says that it can be snoozed by having a field for it, be it empty. */
const snooze: EvidenceRule = (evidence) => {
  const answer = evidence.of('contacts')
  const [contact] = answer?.status === 200 ? recordsIn(answer.body) : []
  if (!answer || !contact) return null
  return 'snoozedUntil' in contact
    ? finding('can', 'there', `${answer.request}: snoozedUntil`)
    : finding('cannot', 'absent', t('capabilities.rules.requestNoSnoozeduntil', { request: answer.request }))
}

/** The secret key is refused for an event, while it is taken for contacts; an empty event is refused in any case. */
const trackKey: EvidenceRule = (evidence) => {
  const answer = evidence.of('track')
  if (!answer || evidence.of('contacts')?.status !== 200) return null
  if (answer.status === 401 || answer.status === 403) return finding('differs', 'publicKey', wordsOf(answer))
  const presence = presenceOf(answer, evidence.unknownRoute)
  if (presence === 'absent') return finding('cannot', 'absent', wordsOf(answer))
  return presence === 'there' ? finding('can', 'eitherKey', wordsOf(answer)) : null
}

/** Deployments that read templates as Liquid count complaints of campaigns, too: both came with the same change. */
const templateLanguage: EvidenceRule = (evidence) => {
  const { reading } = evidence
  const contacts = evidence.of('contacts')
  if (reading === 'specified' && contacts)
    return finding(
      'can',
      'placeholders',
      t('capabilities.rules.requestNoProjectid', { request: contacts.request }),
    )
  const answer = evidence.of('campaigns')
  const [campaign] = answer?.status === 200 ? recordsIn(answer.body) : []
  if (reading === null || !answer || !campaign) return null
  return 'complainedCount' in campaign
    ? finding('differs', 'liquid', `${answer.request}: complainedCount`)
    : finding(
        'can',
        'placeholders',
        t('capabilities.rules.requestNoComplainedcount', { request: answer.request }),
      )
}

/** How conditions are read: deployed services are known by the project that their records name. */
const condition =
  (specified: CapabilityAnswer, deployed: CapabilityAnswer): EvidenceRule =>
  (evidence) => {
    const answer = evidence.of('contacts')
    if (!answer || evidence.reading === null) return null
    return evidence.reading === 'deployed'
      ? finding('differs', deployed, `${answer.request}: projectId`)
      : finding('can', specified, t('capabilities.rules.requestNoProjectid', { request: answer.request }))
  }

/** Images are kept where the service says that it has a storage for them; one that says nothing of itself has none. */
const images: EvidenceRule = (evidence) => {
  const answer = evidence.of('config')
  const presence = answer && presenceOf(answer, evidence.unknownRoute)
  if (!answer || presence === 'unclear') return null
  if (presence === 'absent') return finding('cannot', 'absent', wordsOf(answer))
  const storage = storageSchema.safeParse(answer.body).data?.features.storage
  if (!storage) return null
  return Object.values(storage).includes(true)
    ? finding('can', 'there', `${answer.request}: storage`)
    : finding('cannot', 'absent', t('capabilities.rules.requestNoStorage', { request: answer.request }))
}

const requests: EvidenceRule = (evidence) => {
  const answer = evidence.all.find(({ rateLimit }) => rateLimit !== null)
  return answer ? finding('can', 'inAnswers', 'RateLimit-Limit', answer.rateLimit) : null
}

/**
 * How what came of the questions is read, for everything that can be asked without writing. What is not here is learnt
 * from the calls of a day's work, or believed as documented.
 */
const rules: Partial<Record<CapabilityKey, EvidenceRule>> = {
  contacts: list('contacts'),
  events: list('events'),
  templates: list('templates'),
  workflows: list('workflows'),
  segments: list('segments'),
  campaigns: list('campaigns'),
  domains,
  recipients: call('recipients'),
  activity: call('activity'),
  bulk: call('bulk'),
  lookup: call('lookup'),
  steps: call('steps', 'differs', ['oneAtATime', 'together'], 'can'),
  snooze,
  verify: call('verify'),
  images,
  trackKey,
  templateLanguage,
  textCase: condition('anyCase', 'exactCase'),
  missingValues: condition('otherThanAny', 'neverMatch'),
  requests,
}

/** Everything that the answers tell of. What they leave open is not among it. */
export function findingsIn(evidence: Evidence): FoundOut[] {
  return capabilityKeys.flatMap((key) => {
    const found = rules[key]?.(evidence) ?? null
    return found === null ? [] : [{ key, ...found }]
  })
}
