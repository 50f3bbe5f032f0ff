import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import { basisSchema, cataloguePageInputSchema, cataloguePageSchema, catalogueRowSchema } from './catalogue'
import { contactMailSchema } from './events'
import { stepForms, stepsDraftSchema } from './workflow-steps'

/** A workflow as its list shows it. */
const workflowRowSchema = lazySchema(() =>
  catalogueRowSchema.extend({
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    /** EVENT, MANUAL, SCHEDULE, or what else the service says; null where it does not. */
    triggerType: z.string().nullable(),
    /** The event that starts it; null where none does. */
    eventName: z.string().nullable(),
    allowReentry: z.boolean(),
    /** Executions of the copy by status. */
    executions: z.record(z.string(), z.number().int()),
    /** How many of its newest executions the copy holds and counts, where it may have had more; null: it holds all. */
    newestAlone: z.number().int().nullable(),
  }),
)
export type WorkflowRow = z.infer<typeof workflowRowSchema>

/** A step of the graph. */
const workflowStepSchema = lazyObject(() => ({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  /** Where its author put it; null where nobody said. */
  position: z.object({ x: z.number(), y: z.number() }).nullable(),
  /** What it does, in words: "Send “Welcome”", "Wait 2 days", "Is plan pro?". */
  words: z.string(),
  template: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** How many executions of the copy stand at it. */
  here: z.number().int(),
  /** How many of them came by it: so many for certain, and so many of whom it cannot be told. */
  came: z.object({ sure: z.number().int(), unsure: z.number().int() }),
  config: z.unknown(),
  ways: z.array(
    z.object({
      to: z.string(),
      /** "yes", "no", "event", "timeout"; empty for the only way. */
      branch: z.string(),
    }),
  ),
}))
export type WorkflowStep = z.infer<typeof workflowStepSchema>

/** A workflow whole. */
const workflowDetailSchema = lazySchema(() =>
  workflowRowSchema.unwrap().extend({
    /** null where the service was not asked for them yet. */
    steps: z.array(workflowStepSchema).nullable(),
    /** The steps as they are written; null where the service was not asked for them yet. */
    draft: stepsDraftSchema.nullable(),
    stepForm: z.enum(stepForms),
    /** When its executions were last read; null: never. */
    executionsAsOf: instantSchema.nullable(),
    /** Executions that came and cannot be read: they are set aside as they came. */
    executionsUnread: z.number().int(),
    basis: basisSchema,
    raw: z.record(z.string(), z.unknown()),
  }),
)
export type WorkflowDetail = z.infer<typeof workflowDetailSchema>

/** A time that is worked out of when it began, of delays and of events. `about`: something of it is not certain. */
const workedOutSchema = z.object({ at: instantSchema, about: z.boolean() })
export type WorkedOut = z.infer<typeof workedOutSchema>

/** Somebody's way through a workflow. */
const executionRowSchema = lazyObject(() => ({
  id: z.string(),
  contactId: z.string().nullable(),
  /** null where the contact is not in the copy. */
  email: z.string().nullable(),
  /** What the copy knows of the contact. */
  data: z.record(z.string(), z.unknown()),
  status: z.string(),
  /** The step it stands at, or ended at, by id and by name; null where none is told. */
  stepId: z.string().nullable(),
  step: z.string().nullable(),
  exitReason: z.string().nullable(),
  startedAt: instantSchema.nullable(),
  completedAt: instantSchema.nullable(),
  /** Since when it stands there, and when it goes on by itself; null: not known, or not at all. */
  since: workedOutSchema.nullable(),
  due: workedOutSchema.nullable(),
}))
export type ExecutionRow = z.infer<typeof executionRowSchema>

/** A step that somebody came by. */
const passedStepSchema = lazyObject(() => ({
  id: z.string(),
  /** When they came to it; null: that is not known. */
  at: workedOutSchema.nullable(),
  /** The way out that they took, as it is shown; null: none yet, or not known which. */
  branch: z.string().nullable(),
  /** What became of its mail, as far as the copied events tell. */
  mail: contactMailSchema.nullable(),
  /** What the event said that started it. */
  event: z.unknown(),
}))
export type PassedStep = z.infer<typeof passedStepSchema>

/** Somebody's way through a workflow, told step by step. */
const executionWaySchema = lazyObject(() => ({
  execution: executionRowSchema,
  /** The way so far, as far as it is certain. */
  passed: z.array(passedStepSchema),
  /** It leads to where they are. */
  whole: z.boolean(),
  /** How many steps may follow where they are, at the most. */
  ahead: z.number().int(),
  /** The variables of the workflow's mails with what the contact has there. */
  values: z.array(z.object({ name: z.string(), value: z.unknown() })),
}))
export type ExecutionWay = z.infer<typeof executionWaySchema>

/** What a person writes of a workflow, its steps aside. */
const writtenSchema = lazyObject(() => ({
  name: z.string().trim().min(1).max(200),
  eventName: z.string().trim().min(1).max(200),
  description: z.string().max(2000),
  allowReentry: z.boolean(),
}))

export const workflows = lazily(() => ({
  page: procedure.input(cataloguePageInputSchema).output(cataloguePageSchema(workflowRowSchema)),
  get: procedure.input(z.object({ id: z.string() })).output(workflowDetailSchema),
  /** Reads the workflow with its steps, and its newest executions, from the service now. */
  refresh: procedure.input(z.object({ id: z.string() })).output(workflowDetailSchema),
  /** The newest first; of people on the way whoever is nearest to an end first, and there whoever came first. */
  executions: procedure
    .input(
      z.object({
        id: z.string(),
        statuses: z.array(z.string()).max(20).nullable(),
        /** The id of the step they stand at, or ended at; null: any. */
        step: z.string().nullable().default(null),
        slice: sliceSchema,
      }),
    )
    .output(
      z.object({
        rows: z.array(executionRowSchema),
        count: z.number().int(),
        byStatus: z.record(z.string(), z.number().int()),
        asOf: instantSchema.nullable(),
      }),
    ),
  /** One execution, step by step. Rejects with `not_found` where the copy has none of this id. */
  way: procedure.input(z.object({ id: z.string(), execution: z.string() })).output(executionWaySchema),
  /**
   * How many of those who came by a step for certain take each branch of a question, as the copy knows them now: in the order
   * of its questions, then the rest. Whoever is not in the copy is left out.
   */
  countBranches: procedure
    .input(
      z.object({
        id: z.string(),
        step: z.string(),
        field: z.string().max(256),
        questions: z
          .array(z.object({ branch: z.string(), operator: z.string(), value: z.unknown() }))
          .max(20),
      }),
    )
    .output(z.object({ of: z.number().int(), counts: z.array(z.number().int()) })),
  /** Sends a contact through it, where the service has that call. `outcome_unknown` where no answer came. */
  start: procedure.input(z.object({ id: z.string(), contactId: z.string() })).output(doneSchema),
  /** Cancels one execution; null: all that are under way, where its name was typed. How many went. */
  cancel: procedure
    .input(z.object({ id: z.string(), execution: z.string().nullable(), name: z.string().default('') }))
    .output(z.object({ cancelled: z.number().int() })),
  create: procedure.input(writtenSchema).output(workflowDetailSchema),
  update: procedure
    .input(
      z.object({
        id: z.string(),
        changes: writtenSchema.unwrap().extend({ enabled: z.boolean() }).partial(),
        basis: basisSchema,
      }),
    )
    .output(workflowDetailSchema),
  /**
   * Makes its steps what was written. `conflict` where the service holds others than `base`, unless `base` is null, or, of a
   * service that takes one change at a time, where somebody is on the way: there a second workflow with these steps is
   * made, and the first one disabled for it. A saving that stopped half way is gone on with when it is saved again.
   */
  saveSteps: procedure
    .input(
      z.object({
        id: z.string(),
        base: stepsDraftSchema.nullable(),
        draft: stepsDraftSchema,
        as: z.enum(['here', 'second']),
      }),
    )
    .output(workflowDetailSchema),
  remove: procedure.input(z.object({ id: z.string(), name: z.string() })).output(doneSchema),
}))
