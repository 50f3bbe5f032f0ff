import type { EventSummaryRow } from '../store/event-summary'
import { projectId, recordText, stored, timeOf } from './deployed-record'
import type { Ids } from './ids'

/** An event as JSON text, as deployed services have it (deployed.md section 8). */
export function deployedEvent(row: EventSummaryRow, ids: Ids, more: Record<string, unknown> = {}): string {
  return recordText({
    id: ids.encode('event', row.seq),
    name: row.name,
    data: stored(row.data),
    projectId: projectId(ids),
    contactId: row.contact === 0 ? null : ids.encode('contact', row.contact),
    emailId: row.email === null ? null : ids.encode('email', row.email),
    createdAt: timeOf(row.createdAt),
    ...more,
  })
}
