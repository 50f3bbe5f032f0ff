import { createCampaignRequestSchema } from '../../src-shared/interface/campaign'
import { newFields } from '../campaigns/fields'
import { prefixedIds as ids } from '../dialect/ids'
import { type CampaignRow, campaignStore } from '../store/campaigns'
import { type ServiceDatabase, statements } from '../store/statements'
import { type SegmentId, cancelled, draft, mailingCampaign, scheduled } from './campaigns'
import type { SampleDescription } from './fill'
import { span } from './growth'
import type { CampaignCounts } from './mail-counts'

const hour = 60 * 60 * 1000
const day = 24 * hour
/** How long a mailing took to go out (story.ts). */
const mailingTime = 40 * 60_000

/** What became of a campaign. */
interface CampaignOutcome extends CampaignCounts {
  status: CampaignRow['status']
  scheduledFor: number | null
  sentAt: number | null
  updatedAt: number
}

/** Makes the campaigns: the mailings that the events tell of, with what came of them, and three that went nowhere yet. */
export async function fillCampaigns(
  db: ServiceDatabase,
  { anchor, mailings, counts }: SampleDescription,
  segmentId: SegmentId,
): Promise<void> {
  const store = campaignStore(db)
  const outcome = statements(db).run<[CampaignOutcome & { seq: number }]>(
    `UPDATE campaign SET status = @status, scheduled_for = @scheduledFor, sent_at = @sentAt, updated_at = @updatedAt,
       total_recipients = @sent, sent_count = @sent, delivered_count = @delivered, opened_count = @opened,
       clicked_count = @clicked, bounced_count = @bounced, complained_count = @complained,
       unsubscribed_count = @unsubscribed WHERE seq = @seq`,
  )
  const from = anchor - span
  const none = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0 }
  const still = { ...none, scheduledFor: null, sentAt: null }
  const planned = [
    ...mailings.map((mailing) => {
      const start = from + Math.floor(mailing.at)
      const sentAt = start + mailingTime
      return {
        createdAt: start - 2 * day,
        request: mailingCampaign(mailing, new Date(start).getUTCFullYear(), segmentId),
        outcome: {
          ...counts.of(mailing),
          ...({ status: 'SENT', scheduledFor: start, sentAt, updatedAt: sentAt } as const),
        },
      }
    }),
    {
      createdAt: anchor - 52 * day,
      request: cancelled(),
      outcome: {
        ...still,
        ...({ status: 'CANCELLED', scheduledFor: anchor - 49 * day, updatedAt: anchor - 50 * day } as const),
      },
    },
    {
      createdAt: anchor - 3 * day,
      request: scheduled(segmentId),
      outcome: {
        ...still,
        ...({ status: 'SCHEDULED', scheduledFor: anchor + 12 * day, updatedAt: anchor - 2 * day } as const),
      },
    },
    {
      createdAt: anchor - 5 * hour,
      request: draft(),
      outcome: { ...still, status: 'DRAFT', updatedAt: anchor - 2 * hour } as const,
    },
  ]
  for (const { createdAt, request, outcome: came } of planned.sort((a, b) => a.createdAt - b.createdAt)) {
    const { seq } = await store.create(
      await newFields(createCampaignRequestSchema.parse(request), async (id) => ids.decode('segment', id)),
      createdAt,
    )
    await outcome({ ...came, seq })
  }
}
