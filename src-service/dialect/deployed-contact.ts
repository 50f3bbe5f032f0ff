import type { ContactRow } from '../store/contact-row'
import { projectId, recordText, stored, timeOf } from './deployed-record'
import type { Ids } from './ids'

/** Data that holds nothing is stored as null (deployed.md section 2, "Contact data merge"). */
const dataOf = (data: string) => stored(data === '{}' ? null : data)

/** A contact as JSON text, as deployed services have it (deployed.md section 3). Nothing here snoozes one. */
export function deployedContact(row: ContactRow, ids: Ids, more: Record<string, unknown> = {}): string {
  return recordText({
    id: ids.encode('contact', row.seq),
    email: row.email,
    data: dataOf(row.data),
    subscribed: row.subscribed,
    snoozedUntil: null,
    projectId: projectId(ids),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    ...more,
  })
}
