import { z } from 'zod'
import { filterConditionSchema, filterUnits } from './filter'

/** What starts a workflow (wire.md, "Records"). */
export const triggerTypes = ['EVENT', 'MANUAL', 'SCHEDULE'] as const
/** The kinds of step. */
export const stepTypes = [
  'TRIGGER',
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'WEBHOOK',
  'UPDATE_CONTACT',
  'EXIT',
] as const
/** A kind of step. */
export type StepType = (typeof stepTypes)[number]
/** The states of an execution. */
export const executionStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const
/** A state of an execution. */
export type ExecutionStatus = (typeof executionStatuses)[number]

const transitionSchema = z.looseObject({ toStepId: z.string(), condition: z.unknown().optional() })

/** A step as the service sends it. Unknown fields are kept. */
export const stepSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  name: z.string().optional(),
  position: z.unknown().optional(),
  config: z.unknown().optional(),
  templateId: z.string().nullish(),
  outgoingTransitions: z.array(transitionSchema).default([]),
})

/** A workflow as the service sends it (wire.md, "Records"); `steps` in GET /workflows/:id. Unknown fields are kept. */
export const workflowSchema = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().nullish(),
  enabled: z.boolean().default(false),
  triggerType: z.string().optional(),
  triggerConfig: z.unknown().optional(),
  allowReentry: z.boolean().default(false),
  steps: z.array(stepSchema).optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
})
export type Workflow = z.infer<typeof workflowSchema>

/** An execution as the service sends it (wire.md, "Records"). Unknown fields are kept. */
export const executionSchema = z.looseObject({
  id: z.string().min(1),
  workflowId: z.string(),
  contactId: z.string().nullish(),
  status: z.string(),
  currentStepId: z.string().nullish(),
  exitReason: z.string().nullish(),
  startedAt: z.string().optional(),
  completedAt: z.string().nullish(),
})
export type Execution = z.infer<typeof executionSchema>

/** What each kind of step is told, in `config`. */
export const stepConfigSchemas = {
  TRIGGER: z.object({}),
  SEND_EMAIL: z.object({}),
  DELAY: z.object({ amount: z.number().positive(), unit: z.enum(filterUnits) }),
  /** `timeout` in seconds; without one it waits for ever. */
  WAIT_FOR_EVENT: z.object({ eventName: z.string().min(1), timeout: z.number().positive().optional() }),
  CONDITION: z.object({ condition: filterConditionSchema }),
  WEBHOOK: z.object({
    url: z.url({ protocol: /^https?$/ }),
    method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST'),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
  }),
  UPDATE_CONTACT: z.object({
    subscribed: z.boolean().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  EXIT: z.object({ reason: z.string().optional() }),
} satisfies Record<StepType, z.ZodType>

const stepRequestSchema = z.object({
  /** Names the step within this request; the id of a step that is there keeps that step. */
  id: z.string().min(1),
  type: z.enum(stepTypes),
  name: z.string().min(1).optional(),
  position: z.object({ x: z.number(), y: z.number() }).optional(),
  config: z.record(z.string(), z.unknown()).default({}),
  templateId: z.string().min(1).nullish(),
})
export type StepRequest = z.infer<typeof stepRequestSchema>

/** `condition.branch` of a way out: `yes` and `no` of a CONDITION, `event` and `timeout` of a WAIT_FOR_EVENT. */
export const branches = ['yes', 'no', 'event', 'timeout'] as const

const transitionRequestSchema = z.object({
  fromStepId: z.string().min(1),
  toStepId: z.string().min(1),
  condition: z.object({ branch: z.enum(branches) }).nullish(),
})
export type TransitionRequest = z.infer<typeof transitionRequestSchema>

const stepList = {
  steps: z.array(stepRequestSchema).max(200).optional(),
  transitions: z.array(transitionRequestSchema).max(400).optional(),
}

/** Body of POST /workflows (wire.md: `name`, `eventName`; the embedded service also takes steps). */
export const createWorkflowRequestSchema = z.object({
  name: z.string().min(1),
  eventName: z.string().min(1),
  description: z.string().nullable().optional(),
  enabled: z.boolean().default(false),
  allowReentry: z.boolean().default(false),
  ...stepList,
})
export type CreateWorkflowRequest = z.infer<typeof createWorkflowRequestSchema>

/** Body of PATCH /workflows/:id. `steps` replaces all steps, with `transitions`. */
export const updateWorkflowRequestSchema = z.object({
  name: z.string().min(1).optional(),
  eventName: z.string().min(1).optional(),
  description: z.string().nullable().optional(),
  enabled: z.boolean().optional(),
  allowReentry: z.boolean().optional(),
  ...stepList,
})
export type UpdateWorkflowRequest = z.infer<typeof updateWorkflowRequestSchema>
