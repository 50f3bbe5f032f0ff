import type { CampaignRecipients } from '../../../src-shared/bridge/campaigns'
import type { Cache } from '../../cache/store'
import { instantOf } from '../../../src-shared/instants'
import type { ServiceClient } from '../../core/client/client'

/** So many are read at a time: the most that deployed services answer. */
const slice = 100

/** A part of those whom a campaign's mails did not reach, or who complained. Rejects as the service answers. */
export async function campaignRecipients(
  { cache, client }: { cache: Pick<Cache, 'contacts'>; client: Pick<ServiceClient, 'campaignRecipients'> },
  asked: { id: string; type: 'bounced' | 'complained'; cursor: string | null },
): Promise<CampaignRecipients> {
  const { id, type, cursor } = asked
  const { value } = await client.campaignRecipients(id, { type, cursor, limit: slice }, { priority: 'click' })
  const ids = value.items.flatMap(({ contactId }) => contactId ?? [])
  const known = new Set((await cache.contacts.rowsByIds([...new Set(ids)])).map((row) => row.id))
  const rows = value.items.map(({ emailId, contactId, email, occurredAt }) => ({
    id: emailId,
    contactId: contactId && known.has(contactId) ? contactId : null,
    email,
    at: instantOf(occurredAt),
  }))
  return { rows, cursor: value.next.kind === 'cursor' ? value.next.cursor : null }
}
