import { z } from 'zod'
import { type StepType, stepConfigSchemas } from '../../src-shared/interface/workflow'

const ruleOf = <Type extends StepType, Config extends z.ZodType>(type: Type, config: Config) =>
  z.object({ type: z.literal(type), config })

const { TRIGGER, SEND_EMAIL, DELAY, WAIT_FOR_EVENT, CONDITION, WEBHOOK, UPDATE_CONTACT, EXIT } =
  stepConfigSchemas
/** What a step does, as it is specified. */
export const ruleSchema = z.discriminatedUnion('type', [
  ruleOf('TRIGGER', TRIGGER),
  ruleOf('SEND_EMAIL', SEND_EMAIL),
  ruleOf('DELAY', DELAY),
  ruleOf('WAIT_FOR_EVENT', WAIT_FOR_EVENT),
  ruleOf('CONDITION', CONDITION),
  ruleOf('WEBHOOK', WEBHOOK),
  ruleOf('UPDATE_CONTACT', UPDATE_CONTACT),
  ruleOf('EXIT', EXIT),
])
/** What a step does: its kind, and what it is told. */
export type StepRule = z.infer<typeof ruleSchema>
/** The rule of one kind of step. */
export type RuleOf<Type extends StepType> = Extract<StepRule, { type: Type }>
