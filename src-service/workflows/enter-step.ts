import { delayMs } from '../../src-shared/interface/workflow'
import type { Audience } from '../audience/audience'
import type { MailQueue } from '../mail/message'
import type { ServiceContext } from '../service-context'
import type { ContactRow } from '../store/contact-row'
import type { ExecutionRow } from '../store/executions'
import type { WorkflowFeed } from '../store/workflow-feed'
import { deployedSteps } from './deployed-steps'
import { type Outcome, onward } from './outcome'
import type { PlanStep } from './plans'
import { sendEmail } from './send-email'

/** What steps need of other parts of the service. */
export interface StepNeeds {
  audience: Pick<Audience, 'satisfies'>
  mail: MailQueue
  feed: WorkflowFeed
}

/** Returns what does what a step says when an execution comes to it, and tells how it goes on. */
export function createSteps(
  service: ServiceContext,
  { audience, mail, feed }: StepNeeds,
): (step: PlanStep, row: ExecutionRow, contact: ContactRow) => Promise<Outcome> {
  const { clock, store } = service
  const { contacts, domains, templates } = store
  const waitsAtEnds = service.dialect.rules.steps === 'read when run'
  const asDeployed = deployedSteps(service, { mail, domains, templates })

  return async (step, row, contact) => {
    const { rule } = step
    switch (rule.type) {
      case 'TRIGGER':
        return onward
      case 'SEND_EMAIL':
        return sendEmail({ ...step, rule }, contact, await feed.get(row.event), {
          ...{ mail, domains, templates },
          onQueued: (message) => feed.noteMessage(message, row.depth + 1),
        })
      case 'UPDATE_CONTACT':
        await contacts.update(contact.seq, rule.config)
        return onward
      case 'CONDITION':
        return {
          kind: 'on',
          branch: (await audience.satisfies(contact.seq, rule.config.condition)) ? 'yes' : 'no',
        }
      case 'DELAY': {
        // A delay of a deployed service that nothing follows waits for ever.
        const endless = waitsAtEnds && step.nextSteps.size === 0
        return { kind: 'wait', wakeAt: endless ? null : clock.now() + delayMs(rule.config) }
      }
      case 'WAIT_FOR_EVENT': {
        const { timeout } = rule.config
        return { kind: 'wait', wakeAt: timeout === undefined ? null : clock.now() + timeout * 1000 }
      }
      case 'WEBHOOK':
        return { kind: 'call' }
      case 'EXIT':
        return { kind: 'end', status: 'EXITED', reason: rule.config.reason ?? null }
      default: {
        const context = row.context ?? (await feed.get(row.event))?.data ?? null
        return asDeployed({ rule, template: step.template, contact, context }, (message) =>
          feed.noteMessage(message, row.depth + 1),
        )
      }
    }
  }
}
