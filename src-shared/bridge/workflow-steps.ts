import { z } from 'zod'
import { lazyObject } from '../lazily'

/** A step as it is written in the editor. */
const draftStepSchema = lazyObject(() => ({
  /** The service's, or one of the editor's own for a step that is not there yet. */
  id: z.string().min(1).max(256),
  type: z.string().min(1).max(64),
  name: z.string().max(256),
  /** Where its author put it; null: nowhere yet. */
  position: z.object({ x: z.number(), y: z.number() }).nullable(),
  /** The id of what it sends; null: nothing. */
  template: z.string().nullable(),
  config: z.record(z.string(), z.unknown()),
}))
export type DraftStep = z.infer<typeof draftStepSchema>

/** Where a step leads. */
const draftTransitionSchema = lazyObject(() => ({
  from: z.string().max(256),
  to: z.string().max(256),
  /**
   * `yes`, `no`, the id of an answer, or `default` of a question; `event` or `timeout` of a wait for an event; empty for the
   * only way out.
   */
  branch: z.string().max(256),
}))
export type DraftTransition = z.infer<typeof draftTransitionSchema>

/** The steps of a workflow and the ways between them, as they are written in the editor. */
export const stepsDraftSchema = lazyObject(() => ({
  steps: z.array(draftStepSchema).max(200),
  ways: z.array(draftTransitionSchema).max(4000),
}))
export type StepsDraft = z.infer<typeof stepsDraftSchema>

/** How a service takes steps: all of them with their workflow, or each with a call of its own. */
export const stepForms = ['together', 'oneAtATime'] as const
export type StepForm = (typeof stepForms)[number]
