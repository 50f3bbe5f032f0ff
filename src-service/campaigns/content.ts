import type { MailContent } from '../mail/message'
import type { CampaignRow } from '../store/campaigns'

/** What a campaign sends. */
export function campaignContent(row: CampaignRow): MailContent {
  return {
    kind: row.type,
    campaign: row.seq,
    subject: row.subject,
    body: row.body,
    fromAddress: row.from,
    fromName: row.fromName,
    replyTo: row.replyTo,
    headers: {},
    attachments: [],
    data: {},
    origin: 'campaign',
  }
}

/** What a test of it sends: belonging to no campaign, it is not counted; the subject tells it from the real one. */
export function testContent(row: CampaignRow): MailContent {
  return { ...campaignContent(row), campaign: null, origin: 'test', subject: `[Test] ${row.subject}` }
}
