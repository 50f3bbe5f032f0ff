import { type CreateWorkflowRequest, createWorkflowRequestSchema } from '../../src-shared/interface/workflow'
import { span } from './growth'
import { page } from './letter'
import type { TemplateKey } from './templates'

/** The workflows of the sample. */
export type WorkflowKey = 'welcome' | 'trial' | 'dunning'

/** A workflow of the sample, in the form in which the interface takes it. */
interface SampleWorkflow {
  key: WorkflowKey
  request: CreateWorkflowRequest
}

const day = 86_400

/** When each was made, in milliseconds since the sample's beginning. */
export const workflowsFrom: Record<WorkflowKey, number> = {
  welcome: span - 45 * day * 1000,
  trial: span - 43 * day * 1000,
  dunning: span - 6 * day * 1000,
}

/** How long after signing up the second mail comes, in days. */
export const secondMailDays = 2
/** How long a trial is waited for, in days: as long as it lasts. */
export const trialDays = 14

type Step = { id: string; type: string; name?: string; config?: object; templateId?: string }
type Transition = [from: string, to: string, branch?: string]

/** Waits for an event, for as many seconds at the most. */
const waitFor = (name: string, eventName: string, timeout: number): Step => ({
  ...{ id: 'wait', type: 'WAIT_FOR_EVENT', name },
  config: { eventName, timeout },
})

function workflow(
  key: WorkflowKey,
  about: { name: string; description: string; eventName: string; enabled: boolean },
  steps: Step[],
  transitions: Transition[],
): SampleWorkflow {
  const request = createWorkflowRequestSchema.parse({
    ...about,
    steps: [{ id: 'trigger', type: 'TRIGGER', name: `On ${about.eventName}` }, ...steps].map((step, row) => ({
      ...step,
      position: { x: 0, y: row * 120 },
    })),
    transitions: transitions.map(([fromStepId, toStepId, branch]) => ({
      fromStepId,
      toStepId,
      ...(branch && { condition: { branch } }),
    })),
  })
  return { key, request }
}

/**
 * The workflows of the sample, oldest first: two that run, and one that somebody is still at. `templateId` tells the
 * public id of a template.
 * In one piece: it is a table.
 */
export function sampleWorkflows(templateId: (key: TemplateKey) => string): SampleWorkflow[] {
  return [
    workflow(
      'welcome',
      {
        name: 'Welcome aboard',
        description: 'A welcome at once, and a second mail to those who have not begun two days later.',
        eventName: 'signup',
        enabled: true,
      },
      [
        { id: 'welcome', type: 'SEND_EMAIL', name: 'Welcome', templateId: templateId('welcome') },
        { id: 'wait', type: 'DELAY', name: 'Two days', config: { amount: secondMailDays, unit: 'days' } },
        {
          id: 'begun',
          type: 'CONDITION',
          name: 'Wrote a note?',
          config: {
            condition: {
              logic: 'AND',
              groups: [{ filters: [{ field: 'note.created', operator: 'triggered' }] }],
            },
          },
        },
        { id: 'done', type: 'EXIT', name: 'Has begun', config: { reason: 'Wrote a note' } },
        { id: 'nudge', type: 'SEND_EMAIL', name: 'The first note', templateId: templateId('first note') },
      ],
      [
        ['trigger', 'welcome'],
        ['welcome', 'wait'],
        ['wait', 'begun'],
        ['begun', 'done', 'yes'],
        ['begun', 'nudge', 'no'],
      ],
    ),
    workflow(
      'trial',
      {
        name: 'End of the trial',
        description: 'Waits for the trial to turn into a plan, and writes to those whose trial ends.',
        eventName: 'trial.started',
        enabled: true,
      },
      [
        waitFor('Bought within the trial?', 'trial.converted', trialDays * day),
        { id: 'bought', type: 'EXIT', name: 'Bought', config: { reason: 'Bought a plan' } },
        { id: 'over', type: 'SEND_EMAIL', name: 'Trial over', templateId: templateId('trial over') },
      ],
      [
        ['trigger', 'wait'],
        ['wait', 'bought', 'event'],
        ['wait', 'over', 'timeout'],
      ],
    ),
    workflow(
      'dunning',
      {
        name: 'Payment failed',
        description: 'Not switched on yet: billing wants to see the wording first.',
        eventName: 'payment.failed',
        enabled: false,
      },
      [
        waitFor('Paid after all?', 'invoice.paid', 3 * day),
        { id: 'paid', type: 'EXIT', name: 'Paid', config: { reason: 'Paid' } },
        { id: 'mark', type: 'UPDATE_CONTACT', name: 'Mark', config: { data: { paymentTrouble: true } } },
        {
          id: 'tell',
          type: 'WEBHOOK',
          name: 'Tell billing',
          config: { url: page('hooks/billing'), method: 'POST' },
        },
        { id: 'write', type: 'SEND_EMAIL', name: 'Payment failed', templateId: templateId('payment failed') },
      ],
      [
        ['trigger', 'wait'],
        ['wait', 'paid', 'event'],
        ['wait', 'mark', 'timeout'],
        ['mark', 'tell'],
        ['tell', 'write'],
      ],
    ),
  ]
}
