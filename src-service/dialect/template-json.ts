import type { TemplateRow } from '../store/templates'
import type { Ids } from './ids'

/** A template as JSON text (interface.md section 2; wire.md, "Records"). What it does not have is left out. */
export function templateJson(row: TemplateRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('template', row.seq),
    name: row.name,
    description: row.description ?? undefined,
    subject: row.subject,
    body: row.body,
    type: row.type,
    from: row.fromAddress ?? undefined,
    fromName: row.fromName ?? undefined,
    replyTo: row.replyTo ?? undefined,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  })
}
