import { contactJson } from '../dialect/records'
import type { ServiceContext } from '../service-context'
import type { ExecutionRow } from '../store/executions'
import type { WorkflowFeed } from '../store/workflow-feed'
import type { DeployedRule } from './deployed-rules'
import { contextOf, scopeOf } from './deployed-steps'
import type { Plan } from './plans'
import type { RuleOf } from './step-rule'
import type { WebhookCall } from './webhook'
import { renderLiquid } from '../../src-shared/interface/liquid'
import { ownHeaders } from '../../src-shared/interface/workflow'
import type { StepScope } from '../../src-shared/workflows/branch-taken'

/** What a step that calls a webhook says. */
export type CallRule = RuleOf<'WEBHOOK'> | (DeployedRule & { type: 'CALL' })

/** Returns what tells the call of a step. It throws where the texts of a deployed one cannot be filled in. */
export function createCalls(
  { store, dialect }: Pick<ServiceContext, 'store' | 'dialect'>,
  feed: WorkflowFeed,
): (plan: Plan, row: ExecutionRow, rule: CallRule) => Promise<WebhookCall> {
  const { contacts } = store
  const { ids } = dialect

  /** As deployed services call: unsigned, filled in, and content with any answer (deployed.md section 7). */
  async function deployedCall(
    plan: Plan,
    row: ExecutionRow,
    rule: CallRule & { type: 'CALL' },
  ): Promise<WebhookCall> {
    const contact = await contacts.get(row.contact)
    if (!contact) throw new Error('The contact is gone.')
    const context = row.context ?? (await feed.get(row.event))?.data ?? null
    const payload = JSON.stringify({
      contact: {
        id: ids.encode('contact', contact.seq),
        email: contact.email,
        data: JSON.parse(contact.data),
      },
      workflow: { id: ids.encode('workflow', plan.workflow.seq), name: plan.workflow.name },
      execution: {
        id: ids.encode('execution', row.seq),
        startedAt: new Date(row.startedAt).toISOString(),
      },
      event: contextOf(context),
    })
    return filledCall(rule, { id: ids.encode('contact', contact.seq), ...scopeOf(contact, context) }, payload)
  }

  async function specifiedCall(
    plan: Plan,
    row: ExecutionRow,
    { config }: RuleOf<'WEBHOOK'>,
  ): Promise<WebhookCall> {
    const { url, method, headers, body } = config
    const text = body === undefined || body === null ? await whatHappened(plan, row) : JSON.stringify(body)
    return {
      url,
      method,
      // The visit tells apart the calls of an execution that comes by a step twice.
      headers: { ...headers, 'X-Postroom-Delivery': `${ids.encode('execution', row.seq)}.${row.visit}` },
      body: method === 'GET' ? null : text,
    }
  }

  async function whatHappened({ workflow }: Plan, row: ExecutionRow): Promise<string> {
    const event = await feed.get(row.event)
    const contact = await contacts.get(row.contact)
    const startedAt = new Date(row.startedAt).toISOString()
    const eventFields = event && {
      id: ids.encode('event', event.seq),
      name: event.name,
      data: event.data === null ? {} : JSON.parse(event.data),
      createdAt: new Date(event.at).toISOString(),
    }
    return (
      `{"event":${JSON.stringify(eventFields)},"contact":${contact ? contactJson(contact, ids) : 'null'},` +
      `"workflow":${JSON.stringify({ id: ids.encode('workflow', workflow.seq), name: workflow.name })},` +
      `"execution":${JSON.stringify({ id: ids.encode('execution', row.seq), startedAt })}}`
    )
  }

  return async (plan, row, rule) =>
    rule.type === 'WEBHOOK' ? await specifiedCall(plan, row, rule) : await deployedCall(plan, row, rule)
}

/** Redirects that a call follows. */
const redirects = 5

/**
 * The call of a step with its address, headers and body filled in. `usual`: the body without one of its own.
 * @throws BodyTooLong when a text becomes too long
 */
function filledCall(
  rule: DeployedRule & { type: 'CALL' },
  { event, ...contact }: StepScope & { id: string },
  usual: string,
): WebhookCall {
  const { id, email, data } = contact
  const noLinks = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '' }
  const fill = (text: string): string =>
    renderLiquid(text, { ...noLinks, id, email, data }, { ...event, event })
  const headers = Object.entries(rule.headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => [name, fill(value)])
  const body = rule.body === null ? usual : fill(rule.body)
  return {
    url: fill(rule.url),
    method: rule.method,
    headers: Object.fromEntries(headers),
    body: rule.method === 'GET' ? null : body,
    redirects,
    takesAnyStatus: true,
  }
}
