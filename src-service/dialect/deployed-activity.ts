import type { ActivityRow } from '../store/project-activity'
import { isoTime } from './iso-time'
import type { Ids } from './ids'

/** What the activity calls an event of a message, by the event's name. */
export const mailTypes: Record<string, string> = {
  'email.sent': 'email.sent',
  'email.delivery': 'email.delivered',
  'email.open': 'email.opened',
  'email.click': 'email.clicked',
  'email.bounce': 'email.bounced',
  'email.complaint': 'email.complaint',
}

/** An entry of the activity (deployed.md section 8). */
export interface ActivityEntry {
  id: string
  type: string
  /** ISO 8601. */
  timestamp: string
  contactEmail?: string
  contactId?: string
  metadata: Record<string, unknown>
}

/** The entries that a row is: an event of a message is two, the event and what became of the message. */
export function activityEntries(row: ActivityRow, ids: Ids): ActivityEntry[] {
  const about = {
    timestamp: isoTime(row.at),
    ...(row.contactEmail !== null && {
      contactEmail: row.contactEmail,
      contactId: ids.encode('contact', row.contact),
    }),
  }
  if (row.of !== 'event') {
    const workflowId = row.workflow === null ? null : ids.encode('workflow', row.workflow)
    const metadata = { workflowId, workflowName: row.workflowName }
    return [
      { id: `${ids.encode('execution', row.seq)}_${row.of}`, type: `workflow.${row.of}`, ...about, metadata },
    ]
  }
  const id = ids.encode('event', row.seq)
  const eventData: unknown = row.data === null ? null : JSON.parse(row.data)
  const event = {
    id,
    type: 'event.triggered',
    ...about,
    metadata: { eventName: row.name, eventData },
  }
  const mailType = mailTypes[row.name ?? '']
  if (mailType === undefined || row.email === null) return [event]
  const { subject, from, fromName, campaignName } = row
  const metadata = { subject: subject ?? subjectIn(eventData), from, fromName, campaignName }
  return [event, { id: `${id}_${mailType.slice(6)}`, type: mailType, ...about, metadata }]
}

/** The subject that the event of a message names: of the sample's messages nothing else is kept. */
function subjectIn(data: unknown): string | null {
  const subject: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'subject') : null
  return typeof subject === 'string' ? subject : null
}
