import type { ContactRow } from '../store/contacts'
import type { DomainRow } from '../store/domains'
import type { EventRow } from '../store/events'
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
export function eventJson(row: EventRow, ids: Ids): string {
  const contact = row.contact === 0 ? '' : `"contactId":"${ids.encode('contact', row.contact)}",`
  const email = row.email === null ? '' : `"emailId":"${ids.encode('email', row.email)}",`
  const data = row.data === null ? '' : `"data":${row.data},`
  return (
    `{"id":"${ids.encode('event', row.seq)}","name":${JSON.stringify(row.name)},` +
    `${contact}${email}${data}` +
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
