import type { ContactRow } from '../store/contacts'
import type { DomainRow } from '../store/domains'
import type { EventRow } from '../store/events'
import type { Dialect } from './dialect'
import type { Ids } from './ids'
import { isoTime } from './iso-time'

/** A contact as JSON text (interface.md section 2). Its `data` is text already and is passed on unread. */
export function contactJson(row: ContactRow, ids: Ids, meta?: { isNew: boolean }): string {
  const more = meta ? `,"_meta":{"isNew":${meta.isNew},"isUpdate":${!meta.isNew}}` : ''
  return (
    `{"id":"${ids.encode('contact', row.seq)}","email":${JSON.stringify(row.email)},` +
    `"subscribed":${row.subscribed},"data":${row.data},` +
    `"createdAt":"${isoTime(row.createdAt)}","updatedAt":"${isoTime(row.updatedAt)}"${more}}`
  )
}

/** An event as JSON text (wire.md, "Records"); what it does not have is left out. */
export function eventJson(row: EventRow, { ids, eventSaysAddress }: Dialect): string {
  const email = row.email === null ? '' : `"emailId":"${ids.encode('email', row.email)}",`
  const data = row.data === null ? '' : `"data":${row.data},`
  const contact = eventSaysAddress ? `"contact":{"email":${JSON.stringify(row.contactEmail)}},` : ''
  return (
    `{"id":"${ids.encode('event', row.seq)}","name":${JSON.stringify(row.name)},` +
    `"contactId":"${ids.encode('contact', row.contact)}",${email}${contact}${data}` +
    `"createdAt":"${isoTime(row.createdAt)}"}`
  )
}

/** A sending domain as JSON text (wire.md, "Records"). */
export function domainJson(row: DomainRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('domain', row.seq),
    domain: row.domain,
    verified: row.verified,
    dkimTokens: row.dkimTokens,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  })
}
