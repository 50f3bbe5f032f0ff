import { t } from '../../../../src-shared/messages/message'
import { z } from 'zod'
import type { DraftStep, StepForm, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import { deployedConfigs } from '../../../../src-shared/workflows/deployed-steps'
import { delayMs, stepConfigSchemas, stepTypes } from '../../../../src-shared/interface/workflow'
import { followers, nextOf } from './draft-edits'
import { exitsOf, takesValue } from './exits'
import { parseUrl } from '../../../../src-shared/url'

/** Something that keeps a draft from being saved, or that it is better to know before. */
export interface StepFault {
  step: string
  /** Of which of its fields; `way NAME` of a way out. */
  field: string
  /** For the node of the graph, in two or three words. */
  short: string
  says: string
  /** It can be saved all the same. */
  warns: boolean
}

/** What steps are checked against. */
export interface FaultSurroundings {
  form: StepForm
  /** The address that a template's mails are from: empty where it has none, undefined where it is not known yet. */
  senderOf(template: string): string | undefined
  /** The keys of `data` that contacts have; null while they are not known. */
  fields: ReadonlySet<string> | null
}

const yearMs = 365 * 86_400_000
const mostAnswers = 20
const pausing: ReadonlySet<string> = new Set(['DELAY', 'WAIT_FOR_EVENT'])

/** All that is wrong with a draft, in the order of its steps. */
export function faultsOf(draft: StepsDraft, around: FaultSurroundings): StepFault[] {
  const start = draft.steps.find(({ type }) => type === 'TRIGGER')
  const met = start ? followers(draft, start.id) : null
  return draft.steps.flatMap((step) => [
    ...ownFaults(step, around),
    ...wayFaults(draft, step, around.form),
    ...(met === null || met.has(step.id)
      ? []
      : [
          fault(
            step,
            'step',
            t('workflows.draftFaults.outOfReach'),
            t('workflows.draftFaults.nothingLeadsToThis'),
          ),
        ]),
  ])
}

function fault(step: DraftStep, field: string, short: string, says: string, warns = false): StepFault {
  return { step: step.id, field, short, says, warns }
}

function ownFaults(step: DraftStep, around: FaultSurroundings): StepFault[] {
  if (step.type === 'SEND_EMAIL') return mailFaults(step, around)
  if (step.type === 'DELAY') return delayFaults(step)
  if (step.type === 'CONDITION') return questionFaults(step, around)
  if (step.type === 'WAIT_FOR_EVENT') return eventFaults(step)
  if (step.type === 'WEBHOOK') {
    const { data } = z.object({ url: z.string() }).safeParse(step.config)
    const isFine = data !== undefined && (/\{\{/.test(data.url) || /^https?:$/.test(protocolOf(data.url)))
    return isFine
      ? []
      : [
          fault(
            step,
            'url',
            t('workflows.draftFaults.noAddress'),
            t('workflows.draftFaults.takesAnAddressThat'),
          ),
        ]
  }
  const type = stepTypes.find((known) => known === step.type)
  if (step.type !== 'UPDATE_CONTACT' || type === undefined) return []
  const says = changesSomething(step.config)
  return says
    ? []
    : [
        fault(
          step,
          'changes',
          t('workflows.draftFaults.changesNothing'),
          t('workflows.draftFaults.sayWhatItChanges'),
        ),
      ]
}

function protocolOf(url: string): string {
  return parseUrl(url)?.protocol ?? ''
}

function changesSomething(config: DraftStep['config']): boolean {
  const specified = stepConfigSchemas.UPDATE_CONTACT.safeParse(config).data
  const deployed = deployedConfigs.UPDATE_CONTACT.safeParse(config).data
  const keys = [...Object.keys(specified?.data ?? {}), ...Object.keys(deployed?.updates ?? {})]
  return keys.length > 0 || specified?.subscribed !== undefined || Boolean(deployed?.subscriptionAction)
}

function mailFaults(step: DraftStep, { senderOf }: FaultSurroundings): StepFault[] {
  if (step.template === null)
    return [
      fault(step, 'template', t('workflows.draftFaults.noTemplate'), t('words.chooseATemplateSentence')),
    ]
  const { data: to } = z.object({ recipient: z.object({ customEmail: z.string() }) }).safeParse(step.config)
  if (to && !to.recipient.customEmail.includes('@'))
    return [
      fault(step, 'to', t('workflows.draftFaults.noRecipient'), t('workflows.draftFaults.writeTheAddress')),
    ]
  const own = z.object({ from: z.string().min(1) }).safeParse(step.config).success
  if (own || senderOf(step.template) !== '') return []
  return [fault(step, 'template', t('words.noSender'), t('workflows.draftFaults.itsTemplateHasNo'))]
}

function delayFaults(step: DraftStep): StepFault[] {
  const { data } = stepConfigSchemas.DELAY.safeParse(step.config)
  if (data && delayMs(data) <= yearMs) return []
  return [fault(step, 'amount', t('workflows.draftFaults.howLong'), t('workflows.draftFaults.takesATimeOf'))]
}

function eventFaults(step: DraftStep): StepFault[] {
  const found: StepFault[] = []
  const { eventName, timeout } = step.config
  if (typeof eventName !== 'string' || eventName.trim() === '')
    found.push(
      fault(
        step,
        'event',
        t('workflows.draftFaults.whichEvent'),
        t('workflows.draftFaults.nameTheEventThat'),
      ),
    )
  const isLong = typeof timeout === 'number' && (timeout < 1 || timeout * 1000 > yearMs)
  if (isLong)
    found.push(
      fault(step, 'timeout', t('workflows.draftFaults.howLong'), t('workflows.draftFaults.takesATimeOf')),
    )
  return found
}

function questionFaults(step: DraftStep, { form, fields }: FaultSurroundings): StepFault[] {
  if (form === 'together') {
    if (stepConfigSchemas.CONDITION.safeParse(step.config).success) return []
    return [
      fault(
        step,
        'condition',
        t('workflows.draftFaults.whichQuestion'),
        t('workflows.draftFaults.somethingIsMissingIn'),
      ),
    ]
  }
  const many = deployedConfigs.manyWays.safeParse(step.config).data
  const field = many?.field ?? deployedConfigs.CONDITION.safeParse(step.config).data?.field ?? ''
  const found: StepFault[] = []
  if (field === '')
    found.push(
      fault(
        step,
        'field',
        t('workflows.draftFaults.whichField'),
        t('workflows.draftFaults.chooseWhatItLooks'),
      ),
    )
  const key = /^(?:contact\.)?data\.(.+)$/.exec(field)?.[1]
  if (key !== undefined && fields !== null && !fields.has(key))
    found.push(
      fault(
        step,
        'field',
        t('workflows.draftFaults.nobodyHasIt'),
        t('workflows.draftFaults.nobodyHasKeyAll', { key }),
        true,
      ),
    )
  if (many) found.push(...answerFaults(step, many.branches))
  return found
}

function answerFaults(step: DraftStep, answers: readonly Record<string, unknown>[]): StepFault[] {
  if (answers.length === 0)
    return [
      fault(step, 'branches', t('workflows.draftFaults.noBranch'), t('workflows.draftFaults.addAtLeastOne')),
    ]
  if (answers.length > mostAnswers)
    return [
      fault(
        step,
        'branches',
        t('workflows.draftFaults.tooMany'),
        t('workflows.draftFaults.takesMostanswersBranchesAt', { mostAnswers }),
      ),
    ]
  return answers.flatMap(({ id, operator, value }) =>
    takesValue(String(operator)) && (value === undefined || value === null || value === '')
      ? [fault(step, `answer ${String(id)}`, t('words.noValue'), t('words.enterAValue'))]
      : [],
  )
}

/** A circle with a pause in it may be, where the service says so. */
function withoutPauses({ steps, ways }: StepsDraft): StepsDraft {
  const pauses = new Set(steps.filter(({ type }) => pausing.has(type)).map(({ id }) => id))
  return { steps, ways: ways.filter(({ from }) => !pauses.has(from)) }
}

function wayFaults(draft: StepsDraft, step: DraftStep, form: StepForm): StepFault[] {
  const exits = exitsOf(step)
  const branches = exits.length > 1 || step.type === 'WAIT_FOR_EVENT'
  // Deployed services leave whoever waits before nothing waiting.
  const mustGoOn = branches || (step.type === 'DELAY' && form === 'oneAtATime')
  return exits.flatMap(({ branch, label }) => {
    const to = nextOf(draft, { from: step.id, branch })
    if (to === null) {
      if (!mustGoOn) return []
      const ends = form === 'together'
      const alone = ends
        ? t('workflows.draftFaults.nothingFollowsItEnds')
        : t('workflows.draftFaults.nothingFollowsTheyWould')
      const after = ends
        ? t('workflows.draftFaults.nothingFollowsAfterLabelIt', { label })
        : t('workflows.draftFaults.nothingFollowsAfterLabelThey', { label })
      const says = label === '' ? alone : after
      return [fault(step, `way ${branch}`, t('workflows.draftFaults.nothingFollows'), says, ends)]
    }
    if (!followers(form === 'together' ? withoutPauses(draft) : draft, to).has(step.id)) return []
    return [
      fault(
        step,
        `way ${branch}`,
        t('workflows.draftFaults.aLoop'),
        t('workflows.draftFaults.itLeadsBackTo'),
      ),
    ]
  })
}
