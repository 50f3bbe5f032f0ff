import { t } from '../messages/message'
import { filterUnits } from './filter-values'
import { z } from 'zod'
import { lazily, lazyLooseObject, lazyObject, lazySchema } from '../lazily'
import { headerLineSchema } from './address'
import { filterConditionSchema } from './filter'

/** What starts a workflow (wire.md, "Records"). The embedded service knows EVENT alone. */
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
/** Executions of these states stand at a step; the others have ended there. */
export const onTheWay: readonly string[] = ['RUNNING', 'WAITING']
/** A state of an execution. */
export type ExecutionStatus = (typeof executionStatuses)[number]

const transitionSchema = lazyLooseObject(() => ({
  toStepId: z.string(),
  condition: z.unknown().optional(),
  /** Of a WAIT_FOR_EVENT, where a service says its ways out apart from conditions: EVENT or TIMEOUT. */
  waitOutcome: z.string().nullish(),
}))

/** A step as the service sends it. Unknown fields are kept. */
export const stepSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  type: z.string(),
  name: z.string().optional(),
  position: z.unknown().optional(),
  config: z.unknown().optional(),
  templateId: z.string().nullish(),
  outgoingTransitions: z.array(transitionSchema).default([]),
}))

/** What {@link stepSchema} reads. */
export type ReceivedStep = z.infer<typeof stepSchema>

/** A workflow as the service sends it (wire.md, "Records"); `steps` in GET /workflows/:id. Unknown fields are kept. */
export const workflowSchema = lazyLooseObject(() => ({
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
}))
export type Workflow = z.infer<typeof workflowSchema>

/** An execution as the service sends it (wire.md, "Records"). Unknown fields are kept. */
export const executionSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  workflowId: z.string(),
  contactId: z.string().nullish(),
  status: z.string(),
  currentStepId: z.string().nullish(),
  exitReason: z.string().nullish(),
  startedAt: z.string().optional(),
  completedAt: z.string().nullish(),
}))
export type Execution = z.infer<typeof executionSchema>

/** The shortest and the longest wait of a step, in seconds: one second, ten years. */
const stepWait = { min: 1, max: 10 * 365 * 24 * 60 * 60 } as const

const unitSeconds = { days: 24 * 60 * 60, hours: 60 * 60, minutes: 60 } as const

/** How long a DELAY lasts, in milliseconds. */
export function delayMs({ amount, unit }: { amount: number; unit: keyof typeof unitSeconds }): number {
  return Math.round(amount * unitSeconds[unit] * 1000)
}

const delaySchema = lazySchema(() =>
  z.object({ amount: z.number(), unit: z.enum(filterUnits) }).superRefine((delay, context) => {
    const seconds = delayMs(delay) / 1000
    if (seconds >= stepWait.min && seconds <= stepWait.max) return
    context.addIssue({ code: 'custom', path: ['amount'], message: t('service.workflow.mustComeTo1') })
  }),
)

// RFC 9110, 5.1 and 5.5: a token, and visible characters of Latin-1 with spaces and tabs.
const headerName = z
  .string()
  .max(128)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: () => t('service.workflow.isNotTheName') })
const headerValue = z
  .string()
  .max(4096)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: () => t('service.workflow.mustBeOneLine') })

/** Headers that the service writes itself, or that say where and how a request travels. */
export const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|x-postroom-.*)$/i

const webhookUrl = z
  .url({ protocol: /^https?$/, error: () => t('service.workflow.mustBeAnHttp'), abort: true })
  .max(2048)
  .refine(
    (text) => {
      const url = new URL(text)
      return url.username === '' && url.password === ''
    },
    { error: () => t('service.workflow.mustNotHoldA') },
  )

const webhookSchema = lazyObject(() => ({
  url: webhookUrl,
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST'),
  headers: z
    .record(headerName, headerValue)
    .superRefine((headers, context) => {
      const names = Object.keys(headers)
      if (names.length > 50)
        context.addIssue({ code: 'custom', message: t('service.workflow.areMoreThan50') })
      for (const name of names.filter((name) => ownHeaders.test(name))) {
        context.addIssue({ code: 'custom', path: [name], message: t('service.workflow.isSetByThe') })
      }
    })
    .optional(),
  /** JSON; without it (or with null) the service says what happened: `{event, contact, workflow, execution}`. */
  body: z.unknown().optional(),
}))

const updateContactSchema = lazySchema(() =>
  z
    .object({ subscribed: z.boolean().optional(), data: z.record(z.string(), z.unknown()).optional() })
    .refine(({ subscribed, data }) => subscribed !== undefined || data !== undefined, {
      error: () => t('service.workflow.saysNothingToChange'),
    }),
)

/** What each kind of step is told, in `config`. */
export const stepConfigSchemas = {
  TRIGGER: z.object({}),
  /** Who it is from, before what the template says. The template itself is `templateId` of the step. */
  SEND_EMAIL: z.object({ from: z.email().optional(), fromName: headerLineSchema.optional() }),
  DELAY: delaySchema,
  /** `timeout` in seconds; without one it waits for ever. */
  WAIT_FOR_EVENT: z.object({
    eventName: z.string().min(1),
    timeout: z.number().min(stepWait.min).max(stepWait.max).optional(),
  }),
  CONDITION: z.object({ condition: filterConditionSchema }),
  WEBHOOK: webhookSchema,
  UPDATE_CONTACT: updateContactSchema,
  EXIT: z.object({ reason: z.string().max(500).optional() }),
} satisfies Record<StepType, z.ZodType>

/** The ways out of a step that has several: `yes` and `no` of a CONDITION, `event` and `timeout` of a WAIT_FOR_EVENT. */
const branches = ['yes', 'no', 'event', 'timeout'] as const
/** A way out of a step that has several. */
export type Branch = (typeof branches)[number]

const way = lazily(() => ({
  toStepId: z.string().min(1),
  /** Of a step that has several ways out: which. */
  condition: z.object({ branch: z.enum(branches) }).nullish(),
}))
const transitionRequestSchema = lazyObject(() => ({ fromStepId: z.string().min(1), ...way() }))

function stepOf<Type extends StepType, Config extends z.ZodType>(type: Type, config: Config) {
  return z.object({
    /** Names the step within this request; the id of a step that is there keeps that step. */
    id: z.string().min(1).max(256),
    type: z.literal(type),
    name: z.string().min(1).max(256).optional(),
    position: z.object({ x: z.number(), y: z.number() }).optional(),
    config,
    templateId: z.string().min(1).nullish(),
    /** The same as `transitions` from this step, so that what GET answered can be sent back. */
    outgoingTransitions: z.array(z.object(way())).max(400).optional(),
  })
}

const { TRIGGER, SEND_EMAIL, DELAY, WAIT_FOR_EVENT, CONDITION, WEBHOOK, UPDATE_CONTACT, EXIT } =
  stepConfigSchemas
const stepRequestSchema = lazySchema(() =>
  z.discriminatedUnion(
    'type',
    [
      stepOf('TRIGGER', TRIGGER.prefault({})),
      stepOf('SEND_EMAIL', SEND_EMAIL.prefault({})),
      stepOf('DELAY', DELAY),
      stepOf('WAIT_FOR_EVENT', WAIT_FOR_EVENT),
      stepOf('CONDITION', CONDITION),
      stepOf('WEBHOOK', WEBHOOK),
      stepOf('UPDATE_CONTACT', UPDATE_CONTACT),
      stepOf('EXIT', EXIT.prefault({})),
    ],
    { error: () => t('service.workflow.mustBeOneOf', { join: stepTypes.join(', ') }) },
  ),
)
/** A step with what it is told, checked. */
export type StepRequest = z.infer<typeof stepRequestSchema>

const fields = lazily(() => ({
  name: z.string().min(1),
  eventName: z.string().min(1),
  description: z.string().nullable().optional(),
  enabled: z.boolean(),
  allowReentry: z.boolean(),
  /** No other is known: refused rather than ignored. */
  triggerType: z.literal('EVENT', { error: () => t('service.workflow.mustBeEventNothing') }).optional(),
  steps: z.array(stepRequestSchema).max(200).optional(),
  transitions: z.array(transitionRequestSchema).max(400).optional(),
}))

/**
 * Body of POST /workflows (wire.md: `name`, `eventName`; the embedded service also takes `steps` and `transitions`).
 * Without a TRIGGER among the steps there is one, and it leads to the first of them.
 */
export const createWorkflowRequestSchema = lazyObject(() => ({
  ...fields(),
  enabled: fields().enabled.default(false),
  allowReentry: fields().allowReentry.default(false),
}))
export type CreateWorkflowRequest = z.infer<typeof createWorkflowRequestSchema>

/**
 * Body of PATCH /workflows/:id: the same fields, each optional. `steps` replaces all steps and ways, `transitions` alone
 * all ways. `triggerConfig` is another way to say `eventName`, which goes before it.
 */
export const updateWorkflowRequestSchema = lazySchema(() =>
  z.object({ ...fields(), triggerConfig: z.object({ eventName: fields().eventName }) }).partial(),
)
export type UpdateWorkflowRequest = z.infer<typeof updateWorkflowRequestSchema>
