import { filterUnits } from '../../src-shared/interface/filter-values'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { delayMs, type StepType, stepConfigSchemas } from '../../src-shared/interface/workflow'
import type { Question } from '../../src-shared/workflows/branch-taken'
import type { StepRule } from './step-rule'

/** What steps of deployed services do, where that is otherwise than specified (deployed.md section 7). */
export type DeployedRule =
  /** Sends its template to the contact, or to another address whatever the contact wants. */
  | { type: 'MAIL'; to: string | null; from: string | null; fromName: string | null }
  | { type: 'BRANCH'; field: string; questions: Question[]; otherwise: string }
  /** Calls an address; all but the method is filled in. `body` null: the usual one. */
  | { type: 'CALL'; url: string; method: string; headers: Record<string, string>; body: string | null }
  /** Writes fields over, and subscribes or unsubscribes; null leaves that. */
  | { type: 'OVERWRITE'; updates: Record<string, unknown>; subscribed: boolean | null }
  /** Cannot be carried out: what it is told was not checked when it was written. */
  | { type: 'INVALID'; reason: string }

/** The longest DELAY. */
const delayMax = 365 * 24 * 60 * 60 * 1000

const configs = {
  SEND_EMAIL: lazyObject(() => ({
    recipient: z.object({ type: z.string().optional(), customEmail: z.string().nullish() }).nullish(),
    from: z.string().nullish(),
    fromName: z.string().nullish(),
  })),
  DELAY: lazyObject(() => ({ amount: z.number().min(0), unit: z.enum(filterUnits) })),
  WAIT_FOR_EVENT: lazyObject(() => ({ eventName: z.string().min(1), timeout: z.number().min(0).nullish() })),
  question: lazyObject(() => ({ field: z.string(), operator: z.string(), value: z.unknown().optional() })),
  multi: lazyObject(() => ({
    mode: z.literal('multi'),
    field: z.string(),
    branches: z
      .array(z.object({ id: z.string(), operator: z.string(), value: z.unknown().optional() }))
      .min(1)
      .max(20),
  })),
  WEBHOOK: lazyObject(() => ({
    url: z.string().min(1),
    method: z.string().min(1).default('POST'),
    headers: z.record(z.string(), z.unknown()).nullish(),
    body: z.unknown().optional(),
  })),
  UPDATE_CONTACT: lazyObject(() => ({
    updates: z.record(z.string(), z.unknown()).nullish(),
    subscriptionAction: z.string().nullish(),
  })),
  EXIT: lazyObject(() => ({ reason: z.string().nullish().catch(null) })),
}
type Rule = StepRule | DeployedRule

const invalid = (reason: string): Rule => ({ type: 'INVALID', reason })

/**
 * What a step of a deployed service does. Its config may be anything, and is found to be wrong only by whoever comes to the
 * step; one of the specified form, such as the sample's, means what it says.
 */
export function deployedRule(type: StepType, config: unknown): Rule {
  switch (type) {
    case 'TRIGGER':
      return { type, config: {} }
    case 'SEND_EMAIL': {
      const { recipient, from = null, fromName = null } = configs.SEND_EMAIL.catch({}).parse(config)
      const to = recipient?.type === 'CUSTOM' ? (recipient.customEmail ?? null) : null
      return { type: 'MAIL', to, from, fromName }
    }
    case 'DELAY': {
      const read = configs.DELAY.safeParse(config).data
      return read && delayMs(read) <= delayMax ? { type, config: read } : invalid('Invalid delay')
    }
    case 'WAIT_FOR_EVENT': {
      const read = configs.WAIT_FOR_EVENT.safeParse(config).data
      if (!read) return invalid('The step waits for no event')
      return { type, config: { eventName: read.eventName, timeout: read.timeout ?? undefined } }
    }
    case 'CONDITION':
      return conditionRule(config)
    case 'WEBHOOK':
      return webhookRule(config)
    case 'UPDATE_CONTACT':
      return updateRule(config)
    case 'EXIT': {
      const { reason } = configs.EXIT.catch({ reason: null }).parse(config)
      return { type, config: { reason: reason ?? undefined } }
    }
  }
}

function conditionRule(config: unknown): Rule {
  const multi = configs.multi.safeParse(config).data
  if (multi) {
    const questions = multi.branches.map(({ id, operator, value }) => ({ branch: id, operator, value }))
    return { type: 'BRANCH', field: multi.field, questions, otherwise: 'default' }
  }
  const one = configs.question.safeParse(config).data
  if (one) {
    const { field, operator, value } = one
    return { type: 'BRANCH', field, questions: [{ branch: 'yes', operator, value }], otherwise: 'no' }
  }
  const specified = stepConfigSchemas.CONDITION.safeParse(config)
  return specified.success ? { type: 'CONDITION', config: specified.data } : invalid('Invalid condition')
}

function webhookRule(config: unknown): Rule {
  const read = configs.WEBHOOK.safeParse(config).data
  if (!read) return invalid('The step has no URL')
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
  const headers = Object.entries(read.headers ?? {}).map(([name, value]) => [name, text(value)])
  const { url, method, body } = read
  return {
    ...{ type: 'CALL', url, method },
    headers: Object.fromEntries(headers),
    body: body === undefined || body === null ? null : text(body),
  }
}

function updateRule(config: unknown): Rule {
  const specified = stepConfigSchemas.UPDATE_CONTACT.safeParse(config)
  if (specified.success) return { type: 'UPDATE_CONTACT', config: specified.data }
  const read = configs.UPDATE_CONTACT.safeParse(config).data
  if (!read) return invalid('Invalid update')
  const { updates, subscriptionAction: action } = read
  const subscribed = action ? action.toLowerCase() === 'subscribe' : null
  return { type: 'OVERWRITE', updates: updates ?? {}, subscribed }
}
