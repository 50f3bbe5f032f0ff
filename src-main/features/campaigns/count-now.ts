import { reachesUnsubscribed, type Campaign } from '../../../src-shared/interface/campaign'
import type { ListRequest } from '../../../src-shared/interface/paging'
import type { Audience } from '../../../src-shared/bridge/review'
import type { ServiceClient } from '../../core/client/client'
import type { Cache } from '../../cache/store'
import { isProblem } from '../../core/problems'
import { audienceOf, defined, mailOf, undeliverableSegments } from '../review'

/** What people are counted with right before they are written to. */
export interface CountTools {
  cache: Cache
  access: { readonly client: Pick<ServiceClient, 'listContacts' | 'listMembers'> }
  /** Brings the contacts and events of the copy up to date, as far as one waits for that. */
  freshen(): Promise<void>
}

/** People of a page of members, and the most pages that are read to count a segment. */
const slice = 100
const mostPages = 20

/**
 * How many would get a campaign now: by the service, which counts everybody and those of a segment that is not too large;
 * else by the copy, once it was refreshed.
 */
export async function countNow(
  campaign: Campaign,
  tools: CountTools,
): Promise<{ now: number; by: 'service' | 'copy' }> {
  const { audience } = audienceOf(campaign)
  // Of whom nobody here can tell who they are, nobody was confirmed.
  if (audience === null) return { now: 0, by: 'copy' }
  const { type } = mailOf(campaign)
  const asked = await atService(audience, !reachesUnsubscribed(type), tools).catch((error: unknown) => {
    // A service that lacks the call counts nothing; any other failure stops what is about to leave.
    if (isProblem(error, 'not_found')) return null
    throw error
  })
  if (asked !== null) return { now: asked, by: 'service' }
  const { cache, freshen } = tools
  await freshen()
  const ours = await undeliverableSegments(cache)
  const { definition } = await defined(audience, type, { cache, ours })
  const { willGet } = await cache.audience.first({ asker: `leaving ${campaign.id}`, ...definition })
  return { now: willGet, by: 'copy' }
}

/** null: the service does not say. */
async function atService(
  audience: Audience,
  subscribedOnly: boolean,
  { access }: CountTools,
): Promise<number | null> {
  const { client } = access
  const options = { priority: 'click' } as const
  if (audience.kind === 'condition') return null
  if (audience.kind === 'all') {
    const [all, subscribed, others] = await Promise.all(
      [{}, { subscribed: true }, { subscribed: false }].map(
        async (which) => (await client.listContacts({ limit: 1, ...which }, options)).value.total,
      ),
    )
    if (!subscribedOnly) return all ?? null
    // A service that knows no such filter counts everybody for each.
    return (subscribed ?? 0) + (others ?? 0) === all ? (subscribed ?? null) : null
  }
  let request: ListRequest = { limit: slice }
  // A page may be read twice, where the service gives fewer than were asked.
  const found = new Set<string>()
  for (let page = 0; page < mostPages; page += 1) {
    const { items, total, next } = (await client.listMembers(audience.id, request, options)).value
    if (!subscribedOnly && total !== null) return total
    for (const { id, subscribed } of items) if (!subscribedOnly || subscribed) found.add(id)
    if (next.kind === 'end') return found.size
    if (next.kind === 'window' || (total !== null && total > mostPages * slice)) return null
    request = { limit: slice, ...(next.kind === 'cursor' ? { cursor: next.cursor } : { page: next.page }) }
  }
  return null
}
