import type { TemplateRow } from '../store/templates'
import { projectId, recordText, timeOf } from './deployed-record'
import type { Ids } from './ids'

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
