import { inOrder } from '../store/in-order'
import type { FilterCondition } from '../../src-shared/interface/filter'
import type {
  CreateWorkflowRequest,
  StepRequest,
  UpdateWorkflowRequest,
} from '../../src-shared/interface/workflow'
import type { Ids } from '../dialect/ids'
import { type FieldFault, ServiceFailure } from '../http/failure'
import type { NewGraph, NewStep, StepRow } from '../store/workflow-steps'
import { type GraphStep, type GraphTransition, graphFaults } from './graph'

/** What a definition is checked against. */
export interface DefinitionChecks {
  ids: Ids
  /** The address mail of this template is from; null where it has none, undefined where there is no such template. */
  senderOf(template: number): Promise<string | null | undefined>
  /** What is wrong with the segments that a condition names; fields begin with `field`. */
  segmentFaults(condition: FilterCondition, field: string): Promise<FieldFault[]>
}

type Definition = Pick<CreateWorkflowRequest | UpdateWorkflowRequest, 'steps' | 'transitions'>

/** A step on its way from the request to the store. */
interface Drafted {
  /** What the request calls it; null for the TRIGGER that it does not mention. */
  id: string | null
  step: NewStep
  node: GraphStep
}

const names: Record<StepRequest['type'], string> = {
  TRIGGER: 'Trigger',
  SEND_EMAIL: 'Send email',
  DELAY: 'Delay',
  WAIT_FOR_EVENT: 'Wait for event',
  CONDITION: 'Condition',
  WEBHOOK: 'Webhook',
  UPDATE_CONTACT: 'Update contact',
  EXIT: 'Exit',
}

/** Where a step stands when nobody says so: one below the other. */
const spacing = 120

/**
 * Reads the steps and ways of a request. `existing` are the steps that the workflow has: those whose ids the request
 * names stay.
 * @throws ServiceFailure VALIDATION_ERROR with every fault, by field.
 */
export async function readDefinition(
  { steps, transitions }: Definition,
  existing: readonly StepRow[],
  checks: DefinitionChecks,
): Promise<NewGraph> {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string): void => void faults.push({ field, message, code: 'custom' })

  const drafted = steps ? await draftSteps(steps, existing, checks, fault) : keepSteps(existing, checks.ids)
  if (!drafted.some(({ step }) => step.type === 'TRIGGER')) drafted.unshift(triggerOf(existing))
  const drawn = draftTransitions(steps ?? [], transitions ?? [], drafted, fault)
  const [first, second] = drafted
  if (first?.id === null && second) drawn.unshift({ from: 0, to: 1, branch: null, field: 'steps.0' })

  const nodes = drafted.map(({ node }) => node)
  // Ways to steps that are not there would make others seem out of reach.
  for (const { field, message } of faults.length > 0 ? [] : graphFaults(nodes, drawn)) fault(field, message)
  if (faults.length > 0) {
    throw new ServiceFailure('VALIDATION_ERROR', 'The steps do not make a workflow.', {
      errors: faults,
      suggestion: 'Correct the fields listed in errors.',
    })
  }
  return {
    steps: drafted.map(({ step }) => step),
    transitions: drawn.map(({ from, to, branch }) => ({ from, to, branch })),
  }
}

type Fault = (field: string, message: string) => void

async function draftSteps(
  steps: readonly StepRequest[],
  existing: readonly StepRow[],
  checks: DefinitionChecks,
  fault: Fault,
): Promise<Drafted[]> {
  const rows = new Map(existing.map((row) => [row.seq, row]))
  const seen = new Set<string>()
  let triggers = 0
  return await inOrder(steps, async (said, index) => {
    const field = `steps.${index}`
    if (seen.has(said.id)) fault(`${field}.id`, 'Another step of this request has this id.')
    seen.add(said.id)
    if (said.type === 'CONDITION') {
      const faults = await checks.segmentFaults(said.config.condition, `${field}.config.condition`)
      for (const found of faults) fault(found.field, found.message)
    }
    if (said.type === 'TRIGGER' && ++triggers > 1) fault(`${field}.type`, 'There is one TRIGGER alone.')
    const known = rows.get(checks.ids.decode('step', said.id) ?? 0)
    if (known && known.type !== said.type) {
      fault(`${field}.type`, `This step is a ${known.type} and stays one. Give a new step another id.`)
    }
    return {
      id: said.id,
      step: {
        seq: known?.seq ?? null,
        type: said.type,
        name: said.name ?? known?.name ?? names[said.type],
        position: said.position
          ? JSON.stringify(said.position)
          : (known?.position ?? JSON.stringify({ x: 0, y: index * spacing })),
        config: JSON.stringify(said.config),
        template: await templateOf(said, field, checks, fault),
      },
      node: { type: said.type, timesOut: timesOut(said.config), field },
    }
  })
}

async function templateOf(
  said: StepRequest,
  field: string,
  { ids, senderOf }: DefinitionChecks,
  fault: Fault,
): Promise<number | null> {
  const { templateId = null } = said
  if (said.type !== 'SEND_EMAIL') {
    if (templateId !== null) fault(`${field}.templateId`, 'Only a SEND_EMAIL has a template.')
    return null
  }
  if (templateId === null) {
    fault(`${field}.templateId`, 'A SEND_EMAIL has a template.')
    return null
  }
  const template = ids.decode('template', templateId)
  const sender = template === null ? undefined : await senderOf(template)
  if (sender === undefined) fault(`${field}.templateId`, 'There is no template with this id.')
  if (sender === null && said.config.from === undefined) {
    fault(`${field}.config.from`, 'Is required: the template has no from address.')
  }
  return template
}

/** The steps that are there, called by their ids: a request that says ways alone keeps them all. */
function keepSteps(existing: readonly StepRow[], ids: Ids): Drafted[] {
  return existing.map(({ seq, type, name, position, config, template }) => ({
    id: ids.encode('step', seq),
    step: { seq, type, name, position, config, template },
    // The request has no field for a step.
    node: { type, timesOut: timesOut(JSON.parse(config)), field: 'transitions' },
  }))
}

function triggerOf(existing: readonly StepRow[]): Drafted {
  const trigger = existing.find(({ type }) => type === 'TRIGGER')
  const made = { name: names.TRIGGER, position: JSON.stringify({ x: 0, y: -spacing }), config: '{}' }
  return {
    id: null,
    step: {
      seq: trigger?.seq ?? null,
      type: 'TRIGGER',
      name: trigger?.name ?? made.name,
      position: trigger?.position ?? made.position,
      config: made.config,
      template: null,
    },
    node: { type: 'TRIGGER', timesOut: false, field: 'steps' },
  }
}

function timesOut(config: object): boolean {
  return 'timeout' in config && config.timeout !== undefined
}

function draftTransitions(
  steps: readonly StepRequest[],
  transitions: NonNullable<Definition['transitions']>,
  drafted: readonly Drafted[],
  fault: Fault,
): GraphTransition[] {
  const indexes = new Map(drafted.flatMap(({ id }, index) => (id === null ? [] : [[id, index] as const])))
  const said = [
    ...transitions.map((way, index) => ({ ...way, field: `transitions.${index}` })),
    ...steps.flatMap(({ id, outgoingTransitions = [] }, index) =>
      outgoingTransitions.map((way, number) => ({
        ...way,
        fromStepId: id,
        field: `steps.${index}.outgoingTransitions.${number}`,
      })),
    ),
  ]
  return said.flatMap(({ fromStepId, toStepId, condition, field }) => {
    const [from, to] = [indexes.get(fromStepId), indexes.get(toStepId)]
    if (from === undefined) fault(`${field}.fromStepId`, 'There is no step with this id.')
    if (to === undefined) fault(`${field}.toStepId`, 'There is no step with this id.')
    return from === undefined || to === undefined
      ? []
      : [{ from, to, branch: condition?.branch ?? null, field }]
  })
}
