import { filterUnits } from '../interface/filter-values'
import { z } from 'zod'
import { lazyObject } from '../lazily'
import type { ReceivedStep } from '../interface/workflow'

/**
 * What deployed services tell their steps in `config`, where that is otherwise than the embedded one does. Lenient: it is
 * shown, and a service checks it only when a step is reached.
 */
export const deployedConfigs = {
  SEND_EMAIL: lazyObject(() => ({
    recipient: z.object({ type: z.literal('CUSTOM'), customEmail: z.string().min(1) }),
  })),
  CONDITION: lazyObject(() => ({
    field: z.string().min(1),
    operator: z.string().min(1),
    value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    unit: z.enum(filterUnits).nullish(),
  })),
  /** A question with more than two answers. */
  manyWays: lazyObject(() => ({
    mode: z.literal('multi'),
    field: z.string().min(1),
    branches: z.array(z.looseObject({ id: z.string(), name: z.string().nullish() })),
  })),
  WEBHOOK: lazyObject(() => ({ url: z.string().min(1), method: z.string().default('POST') })),
  UPDATE_CONTACT: lazyObject(() => ({
    updates: z.record(z.string(), z.unknown()).nullish(),
    subscriptionAction: z.string().nullish(),
  })),
} as const

type Transition = ReceivedStep['outgoingTransitions'][number]

const branchSchema = z.object({ branch: z.string() })
const fallbackSchema = z.object({ fallback: z.literal(true) })
const outcomes: Record<string, string> = { EVENT: 'event', TIMEOUT: 'timeout' }

/**
 * Which way out of a step a transition is: `yes`, `no`, `event`, `timeout`, the id of an answer to a question, or `default`
 * for every other answer; empty for the only way.
 */
export function branchKey({ waitOutcome, condition }: Transition): string {
  const outcome = outcomes[String(waitOutcome)]
  if (outcome !== undefined) return outcome
  const branch = branchSchema.safeParse(condition).data?.branch
  return branch ?? (fallbackSchema.safeParse(condition).success ? 'timeout' : '')
}

/** The same as it is shown: an answer is what the author of its question called it. */
export function branchOf(step: Pick<ReceivedStep, 'config'>, transition: Transition): string {
  const key = branchKey(transition)
  const { data: question } = deployedConfigs.manyWays.safeParse(step.config)
  return question?.branches.find(({ id }) => id === key)?.name ?? key
}
