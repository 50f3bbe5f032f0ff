import type { Difference } from '../differences'
import type { Sent } from '../wire'

/** A campaign that a person sent: what the console says of it, and the requests that were to send it. */
export interface SentCampaign {
  status: string
  posts: readonly Sent[]
}

/** What a campaign is once it was sent. */
const isSent = (status: string): boolean => status === 'SENDING' || status === 'SENT'

/** Whether a campaign was sent, once, and the console says so. `status`: as the service has it. */
export function campaignDifferences(
  id: string,
  { status: shown, posts }: SentCampaign,
  status: string,
): Difference[] {
  const differences: Difference[] = []
  // One that was lost on the way there did nothing, and nobody else may have left before the console knew that. What was handed
  // to a service that ended over it may have been carried out: the campaign's status tells, and its messages.
  const reached = posts.filter(({ fate }) => fate !== 'lost')
  const carriedOut = posts.filter(({ fate }) => fate === 'carriedOut' || fate === 'answered')
  if (carriedOut.length > 1)
    differences.push({ kind: 'doubled', what: `campaign ${id} was posted ${carriedOut.length} times` })
  if (reached.length === 0 || !isSent(status))
    differences.push({ kind: 'lost', what: `campaign ${id} is ${status} at the service` })
  if (isSent(status) !== isSent(shown))
    differences.push({ kind: 'wrong', what: `campaign ${id} is shown as ${shown}, and is ${status}` })
  return differences
}
