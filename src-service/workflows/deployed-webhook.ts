import { renderLiquid } from '../../src-shared/interface/liquid'
import { ownHeaders } from '../../src-shared/interface/workflow'
import type { StepScope } from '../../src-shared/workflows/branch-taken'
import type { DeployedRule } from './deployed-rules'
import type { WebhookCall } from './webhook'

/** Redirects that a call follows. */
const redirects = 5

/**
 * The call of a step with its address, headers and body filled in. `usual`: the body without one of its own.
 * @throws BodyTooLong when a text becomes too long
 */
export function filledCall(
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
