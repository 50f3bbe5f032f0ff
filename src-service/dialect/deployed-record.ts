import type { Ids } from './ids'
import { isoTime } from './iso-time'
import type { EventSummaryRow } from '../store/event-summary'
import type { TemplateRow } from '../store/templates'

/** JSON text within a record: passed on as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A value that is stored as JSON text; null stays null. */
export function stored(text: string | null): JsonText | null {
  return text === null ? null : new JsonText(text)
}

/** A time, milliseconds since 1970, as records have it; null stays null. */
export function timeOf(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}

/** What the one project is called. */
export const projectName = 'Postroom'

/** The id of the one project, which every record names (deployed.md section 1, "Records"). */
export function projectId(ids: Ids): string {
  return ids.encode('project', 1)
}

/** A record as JSON text: what is empty is null, never absent (deployed.md section 1, "Records"). */
export function recordText(fields: Record<string, unknown>): string {
  const texts = Object.entries(fields).map(([key, value]) => {
    const text = value instanceof JsonText ? value.text : JSON.stringify(value ?? null)
    return `${JSON.stringify(key)}:${text}`
  })
  return `{${texts.join(',')}}`
}

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

/** A template as JSON text (deployed.md section 4). */
export function deployedTemplate(row: TemplateRow, ids: Ids): string {
  return recordText({
    id: ids.encode('template', row.seq),
    name: row.name,
    description: row.description,
    subject: row.subject,
    body: row.body,
    from: row.fromAddress ?? '',
    fromName: row.fromName,
    replyTo: row.replyTo,
    type: row.type,
    projectId: projectId(ids),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
  })
}
