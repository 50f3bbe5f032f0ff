import type { CampaignRow } from '../store/campaigns'
import { projectId, recordText, stored, timeOf } from './deployed-record'
import { shownCondition } from './deployed-segment'
import type { Ids } from './ids'

/** A campaign as JSON text, and what stands beside its own fields (deployed.md section 5). */
export function deployedCampaign(row: CampaignRow, ids: Ids, more: Record<string, unknown> = {}): string {
  return recordText({
    id: ids.encode('campaign', row.seq),
    name: row.name,
    description: row.description,
    subject: row.subject,
    body: row.body,
    from: row.from,
    fromName: row.fromName,
    replyTo: row.replyTo,
    type: row.type,
    status: row.status,
    audienceType: row.audienceType,
    audienceCondition: stored(shownCondition(row.audienceCondition, ids)),
    segmentId: row.segment === null ? null : ids.encode('segment', row.segment),
    scheduledFor: timeOf(row.scheduledFor),
    ...countsOf(row),
    complainedCount: row.complainedCount,
    unsubscribedCount: row.unsubscribedCount,
    archived: row.archived === 1,
    projectId: projectId(ids),
    sentAt: timeOf(row.sentAt),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    ...more,
  })
}

/** The statistics of a campaign as JSON text: its counts, and rates of 0 to 100 of what was sent. */
export function deployedStats(row: CampaignRow): string {
  const rate = (count: number): number => (row.sentCount === 0 ? 0 : (count / row.sentCount) * 100)
  return JSON.stringify({
    ...countsOf(row),
    openRate: rate(row.openedCount),
    clickRate: rate(row.clickedCount),
    bounceRate: rate(row.bouncedCount),
    deliveryRate: rate(row.deliveredCount),
    complainedCount: row.complainedCount,
    unsubscribedCount: row.unsubscribedCount,
  })
}

function countsOf(row: CampaignRow) {
  const { totalRecipients, sentCount, deliveredCount, openedCount, clickedCount, bouncedCount } = row
  return { totalRecipients, sentCount, deliveredCount, openedCount, clickedCount, bouncedCount }
}

/** A record within `{success, data}`, with more beside it. */
export function wrapped(data: string, more: Record<string, unknown> = {}): string {
  const rest = JSON.stringify(more)
  return `{"success":true,"data":${data}${rest === '{}' ? '' : `,${rest.slice(1, -1)}`}}`
}
