import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import type { MailContent, MailQueue } from '../mail/message'
import type { ContactRow } from '../store/contact-row'
import type { Domains } from '../store/domains'
import type { Templates } from '../store/templates'
import type { WorkflowEvent } from '../store/workflow-feed'
import { type Outcome, failed, onward } from './outcome'
import type { PlanStep } from './plans'
import type { RuleOf } from './step-rule'

/** What a SEND_EMAIL step needs. */
export interface SendEmailNeeds {
  mail: MailQueue
  domains: Domains
  templates: Templates
  onQueued(message: number): Promise<unknown>
}

const dataText = lazySchema(() => z.record(z.string(), z.unknown()))

/**
 * Queues the step's template for a contact. It is rendered when its turn comes, with the contact as it is then; the data
 * of the event goes before the contact's own, and is `event` as well, as in `{{event.plan}}`.
 */
export async function sendEmail(
  { template: number, rule }: PlanStep & { rule: RuleOf<'SEND_EMAIL'> },
  contact: ContactRow,
  event: WorkflowEvent | null,
  { mail, domains, templates, onQueued }: SendEmailNeeds,
): Promise<Outcome> {
  const template = number === null ? null : await templates.get(number)
  if (!template) return failed('The template was deleted.')
  const fromAddress = rule.config.from ?? template.fromAddress
  if (fromAddress === null) return failed('The template has no from address.')
  if (!(await domains.isVerifiedSender(fromAddress))) {
    return failed(`Mail cannot be sent from ${fromAddress}: its domain is not verified.`)
  }
  // What advertises goes to subscribed contacts only; the others go on without it.
  const kind = template.type === 'MARKETING' ? 'MARKETING' : 'TRANSACTIONAL'
  if (kind === 'MARKETING' && !contact.subscribed) return onward
  const data = event?.data ? dataText.parse(JSON.parse(event.data)) : {}
  const from = { fromAddress, fromName: rule.config.fromName ?? template.fromName }
  const content = workflowMail(template, { ...from, kind, number, data })
  for (const message of await mail.enqueue(content, [
    { contact: contact.seq, address: contact.email, name: null },
  ])) {
    await onQueued(message)
  }
  return onward
}

/** A mail of a workflow: a template as it is written, with the data of the event that was waited for. */
export function workflowMail(
  { subject, body, replyTo }: Pick<MailContent, 'subject' | 'body' | 'replyTo'>,
  of: Pick<MailContent, 'kind' | 'fromAddress' | 'fromName'> & { number: number | null; data: object },
): MailContent {
  const { number: template, data, ...rest } = of
  return {
    ...rest,
    campaign: null,
    headers: {},
    attachments: [],
    subject,
    body,
    replyTo,
    data: { ...data, event: data },
    origin: 'workflow',
    template,
  }
}
