import type { DraftStep, StepForm } from '../../../../src-shared/bridge/workflow-steps'
import { withoutKeys } from './values'

/** What a step changes of a contact, however its service writes it. */
export interface ContactChanges {
  subscription: 'leave' | 'subscribe' | 'unsubscribe'
  data: Record<string, unknown>
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Reads it from a step's settings. */
export function contactChanges(config: DraftStep['config']): ContactChanges {
  const action =
    typeof config.subscriptionAction === 'string' ? config.subscriptionAction.toLowerCase() : null
  const subscribed = typeof config.subscribed === 'boolean' ? config.subscribed : null
  const isIn = action === 'subscribe' || subscribed === true
  const isOut = action === 'unsubscribe' || subscribed === false
  return {
    subscription: isIn ? 'subscribe' : isOut ? 'unsubscribe' : 'leave',
    data: { ...recordOf(config.updates), ...recordOf(config.data) },
  }
}

/** Writes it as the service takes it; settings that say something else stay. */
export function withContactChanges(
  config: DraftStep['config'],
  { subscription, data }: ContactChanges,
  form: StepForm,
): DraftStep['config'] {
  const rest = withoutKeys(config, 'subscriptionAction', 'subscribed', 'updates', 'data')
  const isChanged = subscription !== 'leave'
  if (form === 'together')
    return { ...rest, data, ...(isChanged ? { subscribed: subscription === 'subscribe' } : {}) }
  return {
    ...rest,
    updates: data,
    ...(isChanged ? { subscriptionAction: subscription === 'subscribe' ? 'SUBSCRIBE' : 'UNSUBSCRIBE' } : {}),
  }
}
