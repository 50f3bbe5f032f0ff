import { campaignCountFields } from '../../src-shared/interface/campaign'
import type { CampaignRow } from '../store/campaigns'
import type { Ids } from './ids'

const time = (ms: number | null): string | undefined => (ms === null ? undefined : new Date(ms).toISOString())

/** A campaign as JSON text (wire.md, "Records"); what it does not have is left out. */
export function campaignJson(row: CampaignRow, ids: Ids): string {
  const condition: unknown = row.audienceCondition === null ? undefined : JSON.parse(row.audienceCondition)
  return JSON.stringify({
    id: ids.encode('campaign', row.seq),
    name: row.name,
    description: row.description ?? undefined,
    subject: row.subject,
    body: row.body,
    from: row.from,
    fromName: row.fromName ?? undefined,
    replyTo: row.replyTo ?? undefined,
    type: row.type,
    status: row.status,
    audienceType: row.audienceType,
    audienceCondition: condition,
    segmentId: row.segment === null ? undefined : ids.encode('segment', row.segment),
    scheduledFor: time(row.scheduledFor),
    cancelReason: row.cancelReason ?? undefined,
    ...countsOf(row),
    sentAt: time(row.sentAt),
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
  })
}

/** The statistics of a campaign as JSON text: its counts, and shares of what was delivered. */
export function campaignStatsJson(row: CampaignRow): string {
  // Bounced mail was not delivered, so there can be more of it: wire.md keeps every share within 0 and 1.
  const share = (count: number): number =>
    row.deliveredCount === 0 ? 0 : Math.min(1, count / row.deliveredCount)
  return JSON.stringify({
    ...countsOf(row),
    openRate: share(row.openedCount),
    clickRate: share(row.clickedCount),
    bounceRate: share(row.bouncedCount),
  })
}

function countsOf(row: CampaignRow): Record<string, number> {
  return Object.fromEntries(campaignCountFields.map((field) => [field, row[field]]))
}
