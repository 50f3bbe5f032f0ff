import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import type { MailKind } from '../mail/message'
import type { ContactRow } from '../store/contact-row'
import { plainContactWrites } from '../store/plain-contact-writes'
import type { ServiceContext } from '../service-context'
import { branchTaken, type StepScope } from '../../src-shared/workflows/branch-taken'
import type { DeployedRule } from './deployed-rules'
import { failed, type Outcome, onward } from './outcome'
import { workflowMail, type SendEmailNeeds } from './send-email'

const dataText = lazySchema(() => z.record(z.string(), z.unknown()))

/** What was said with the event, or when an execution was started by hand, from its JSON text. */
export function contextOf(text: string | null): Record<string, unknown> {
  return text === null ? {} : (dataText.safeParse(JSON.parse(text)).data ?? {})
}

/** A contact and what its execution was started with, as conditions and texts ask for them. */
export function scopeOf(contact: ContactRow, context: string | null): StepScope {
  const { email, subscribed, data } = contact
  return { email, subscribed, data: dataText.parse(JSON.parse(data)), event: contextOf(context) }
}

interface DeployedStep {
  rule: DeployedRule
  template: number | null
  contact: ContactRow
  /** JSON text of what the execution was started with. */
  context: string | null
}

/** Returns what carries such steps out (deployed.md section 7). In one piece: it is a table of steps. */
export function deployedSteps(
  { db, store, clock }: ServiceContext,
  needs: Omit<SendEmailNeeds, 'onQueued'>,
): (step: DeployedStep, onQueued: SendEmailNeeds['onQueued']) => Promise<Outcome> {
  const plain = plainContactWrites(db)

  /** Whoever is not subscribed gets none but TRANSACTIONAL ones: that is written down, and the execution goes on. */
  async function sendMail(
    rule: DeployedRule & { type: 'MAIL' },
    { template: number, contact, context }: DeployedStep,
    onQueued: SendEmailNeeds['onQueued'],
  ): Promise<Outcome> {
    const template = number === null ? null : await needs.templates.get(number)
    if (!template) return failed('The step has no template')
    const fromAddress = rule.from ?? template.fromAddress
    if (!fromAddress || !(await needs.domains.isVerifiedSender(fromAddress))) {
      return failed(`Mail cannot be sent from ${fromAddress ?? 'nobody'}: its domain is not verified.`)
    }
    const data = contextOf(context)
    const from = { fromAddress, fromName: rule.fromName ?? template.fromName }
    const mail = workflowMail(template, { ...from, kind: kindOf(template.type), number, data })
    const content = { ...mail, toAddress: rule.to }
    const recipient = { contact: contact.seq, address: rule.to ?? contact.email, name: null }
    if (content.kind !== 'TRANSACTIONAL' && !contact.subscribed && rule.to === null) {
      await needs.mail.noteFailed(content, recipient, 'The contact is unsubscribed.')
      return onward
    }
    for (const message of await needs.mail.enqueue(content, [recipient])) await onQueued(message)
    return onward
  }

  async function overwrite(
    { updates, subscribed }: DeployedRule & { type: 'OVERWRITE' },
    contact: ContactRow,
  ): Promise<Outcome> {
    if (Object.keys(updates).length > 0) {
      const data = { ...dataText.parse(JSON.parse(contact.data)), ...updates }
      await plain.setData({ seq: contact.seq, data: JSON.stringify(data), now: clock.now() })
    }
    if (subscribed !== null) await store.contacts.update(contact.seq, { subscribed })
    return onward
  }

  return async (step, onQueued) => {
    const { rule, contact, context } = step
    switch (rule.type) {
      case 'MAIL':
        return sendMail(rule, step, onQueued)
      case 'BRANCH':
        return { kind: 'on', branch: branchTaken(rule, scopeOf(contact, context)) }
      case 'CALL':
        return { kind: 'call' }
      case 'OVERWRITE':
        return overwrite(rule, contact)
      case 'INVALID':
        return failed(rule.reason)
    }
  }
}

function kindOf(type: string): MailKind {
  return type === 'TRANSACTIONAL' || type === 'HEADLESS' ? type : 'MARKETING'
}
