import { tell, type ToldSentence } from '../../../../src-shared/messages/told'
import { z } from 'zod'
import type { DraftStep, DraftTransition, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { Workflow } from '../../../../src-shared/interface/workflow'
import { sameValue } from '../../../../src-shared/same-value'
import type { StepBody, StepCall } from '../../../core/client/workflow-steps'
import { problem } from '../../../core/problems'
import { draftOf, wayKey } from './draft-of'

interface PlannedCall {
  /** `idOf`: the service's id of a step of the draft; those that are made before it have theirs by then. */
  call(idOf: (step: string) => string): StepCall
  /** The step of the draft that it makes; null: none. */
  makes: string | null
  /** The activity log's words for it: "add “Welcome”". */
  words: ToldSentence
}

/** How far apart steps stand that nobody placed (CSS pixels). */
const spacing = 120

/**
 * The changes that make a workflow's steps those of a draft, in an order in which a service takes each of them: ways go
 * before the steps that they lead to, since deployed services delete what follows a step along with it.
 */
export function planOf(now: Workflow, draft: StepsDraft): PlannedCall[] {
  const before = draftOf(now) ?? { steps: [], ways: [] }
  const held = new Map(before.steps.map((step) => [step.id, step]))
  const draftIds = new Set(draft.steps.map(({ id }) => id))
  const wanted = new Set(draft.ways.map(wayKey))
  const there = new Set(before.ways.map(wayKey))
  const gone = before.steps.filter(({ id }) => !draftIds.has(id))
  return [
    ...waysOf(now).flatMap(({ id, way }) => (wanted.has(wayKey(way)) ? [] : [deleteWay(id)])),
    ...gone.map(({ id, name }) => fixed({ kind: 'deleteStep', step: id }, tell('told.deleteStep', { name }))),
    ...draft.steps.flatMap((step, place) => {
      const was = held.get(step.id)
      return was === undefined ? [makeStep(step, place)] : changeStep(was, step)
    }),
    ...draft.ways.filter((way) => !there.has(wayKey(way))).map((way) => makeWay(way, draft)),
  ]
}

function fixed(call: StepCall, words: ToldSentence): PlannedCall {
  return { call: () => call, makes: null, words }
}

function deleteWay(way: string): PlannedCall {
  return fixed({ kind: 'deleteWay', way }, tell('told.deleteWay'))
}

const namedSchema = z.looseObject({ id: z.string().min(1) })

/** Throws `answer_malformed` where a way has no id: it could not be deleted. */
function waysOf(now: Workflow): { id: string; way: DraftTransition }[] {
  const ways = draftOf(now)?.ways ?? []
  const raw = (now.steps ?? []).flatMap((step) => step.outgoingTransitions)
  return ways.map((way, at) => {
    const { data } = namedSchema.safeParse(raw[at])
    if (data) return { id: data.id, way }
    throw problem('answer_malformed', {
      why: tell('workflows.plan.theServiceAnsweredA'),
    })
  })
}

function bodyOf({ name, position, config, template }: DraftStep, place: number): StepBody {
  return { name, config, templateId: template, position: position ?? { x: 0, y: place * spacing } }
}

function makeStep(step: DraftStep, place: number): PlannedCall {
  const body = { type: step.type, ...bodyOf(step, place), autoConnect: false as const }
  return {
    call: () => ({ kind: 'makeStep', body }),
    makes: step.id,
    words: tell('told.addStep', { name: step.name }),
  }
}

function changeStep(was: DraftStep, step: DraftStep): PlannedCall[] {
  const body: Partial<StepBody> = {
    ...(was.name === step.name ? {} : { name: step.name }),
    ...(step.position === null || sameValue(was.position, step.position) ? {} : { position: step.position }),
    ...(sameValue(was.config, step.config) ? {} : { config: step.config }),
    ...(was.template === step.template ? {} : { templateId: step.template }),
  }
  if (Object.keys(body).length === 0) return []
  const words = tell('told.changeStep', { name: step.name })
  return [fixed({ kind: 'changeStep', step: step.id, body }, words)]
}

const outcomes: Record<string, string> = { event: 'EVENT', timeout: 'TIMEOUT' }

function makeWay({ from, to, branch }: DraftTransition, { steps }: StepsDraft): PlannedCall {
  const source = steps.find(({ id }) => id === from)
  const outcome = source?.type === 'WAIT_FOR_EVENT' ? outcomes[branch] : undefined
  const which =
    outcome !== undefined ? { waitOutcome: outcome } : branch === '' ? {} : { condition: { branch } }
  return {
    call: (idOf) => ({ kind: 'makeWay', body: { fromStepId: idOf(from), toStepId: idOf(to), ...which } }),
    makes: null,
    words: tell('told.leadFromStep', { name: source?.name ?? '' }),
  }
}
